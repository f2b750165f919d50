package io.berth.dynamicresources.allocator;

import io.berth.dynamicresources.cel.CelCompiler;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Device classes as they are now, each parsed once, whoever asks for it. Thread-safe. */
final class ParsedClasses {
  /** How many are kept. */
  static final int MAX_ENTRIES = 4096;

  private final DeviceClassLister classes;
  private final CelCompiler cel;
  private final Map<String, ParsedClass> parsed = new ConcurrentHashMap<>();

  ParsedClasses(DeviceClassLister classes, CelCompiler cel) {
    this.classes = classes;
    this.cel = cel;
  }

  /** The class of this name; {@code null} if there is none. */
  @Nullable ParsedClass get(String name) {
    DeviceClass bean = classes.get(name);
    if (bean == null) {
      parsed.remove(name);
      return null;
    }
    ParsedClass known = parsed.get(name);
    if (known != null && known.bean() == bean) {
      return known;
    }
    if (parsed.size() >= MAX_ENTRIES) {
      parsed.clear(); // classes that are gone take no room for long
    }
    ParsedClass fresh = ParsedClass.of(bean, cel);
    parsed.put(name, fresh);
    return fresh;
  }
}
