package io.berth.dynamicresources.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.Test;

/** A scheduler without a single expression does not pay for the expression library. */
class LazyLoadingTest {

  /** Loads the package anew, and knows no expression library. */
  private static final class WithoutLibrary extends ClassLoader {

    WithoutLibrary() {
      super(LazyLoadingTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.cel.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("io.berth.dynamicresources.cel.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void theLibraryIsLoadedWithTheFirstExpression() throws Exception {
    ClassLoader loader = new WithoutLibrary();
    Class<?> features = loader.loadClass(CelFeatures.class.getName());
    Class<?> compiler = loader.loadClass(CelCompiler.class.getName());
    Object made = compiler.getConstructor(features).newInstance(features.getField("STORED").get(null));
    assertThat(made).isNotNull();
    assertThatThrownBy(() -> compiler.getMethod("selector", String.class).invoke(made, "true"))
        .isInstanceOf(InvocationTargetException.class).hasCauseInstanceOf(NoClassDefFoundError.class);
  }
}
