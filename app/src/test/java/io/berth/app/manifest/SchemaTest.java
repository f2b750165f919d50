package io.berth.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaTest {

  /** Every type that one of these can hold. */
  private static Set<Class<?>> reachable() {
    var reached = new LinkedHashSet<Class<?>>();
    var todo = new ArrayDeque<Class<?>>(List.of(Pod.class, Node.class, Deployment.class, StatefulSet.class, DaemonSet.class, CronJob.class));
    while (!todo.isEmpty()) {
      Class<?> type = todo.poll();
      if (reached.add(type)) {
        new Schema(type).properties().values().forEach(p -> follow(p.type(), todo));
      }
    }
    return reached;
  }

  private static void follow(FieldType type, ArrayDeque<Class<?>> todo) {
    if (type instanceof FieldType.Bean bean) {
      todo.add(bean.type());
    } else if (type instanceof FieldType.ListOf list) {
      follow(list.element(), todo);
    } else if (type instanceof FieldType.MapOf map) {
      follow(map.value(), todo);
    }
  }

  /** What the annotation for JSON says, which the reader does not look at. */
  private static String annotatedName(Field field) throws ReflectiveOperationException {
    for (Annotation annotation : field.getAnnotations()) {
      if (annotation.annotationType().getSimpleName().equals("JsonProperty")) {
        return (String) annotation.annotationType().getMethod("value").invoke(annotation);
      }
    }
    return null;
  }

  @Test
  void theNamesOfFieldsAreTheirNamesInJson() throws ReflectiveOperationException {
    var types = reachable();
    assertThat(types).hasSizeGreaterThan(100);
    assertThat(annotatedName(Node.class.getDeclaredField("status"))).isEqualTo("status");
    for (Class<?> type : types) {
      for (Field field : type.getDeclaredFields()) {
        String annotated = annotatedName(field);
        if (annotated != null) {
          assertThat(Schema.jsonName(field)).as(type + " " + field.getName()).isEqualTo(annotated);
        }
      }
    }
  }

  @Test
  void nothingThatSchedulingReadsIsSkipped() {
    var pod = new Schema(PodSpec.class);
    for (String name :
        List.of("affinity", "containers", "initContainers", "overhead", "resources", "schedulingGates", "tolerations", "volumes")) {
      assertThat(pod.property(name).type()).as(name).isNotEqualTo(FieldType.Skipped.SKIPPED);
    }
    assertThat(new Schema(Container.class).property("env").type()).isEqualTo(FieldType.Skipped.SKIPPED);
  }
}
