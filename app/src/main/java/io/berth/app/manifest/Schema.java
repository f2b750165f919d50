package io.berth.app.manifest;

import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one Kubernetes type, found by reflection when the type is first met. Far cheaper at start-up than a general object mapper,
 * which would look at every type that a pod could contain. Not thread-safe.
 */
final class Schema {

  /** What scheduling never reads and what makes dumps big. */
  private static final Map<String, Set<String>> NEVER_READ =
      Map.of(
          "ObjectMeta", Set.of("managedFields", "selfLink"),
          "PodSpec", Set.of("dnsConfig", "hostAliases", "imagePullSecrets"),
          "Container", containerFields(),
          "EphemeralContainer", containerFields(),
          "ContainerStatus",
              Set.of("allocatedResourcesStatus", "containerID", "image", "imageID", "lastState", "state", "user", "volumeMounts"),
          "NodeStatus", Set.of("addresses", "config", "daemonEndpoints", "volumesAttached", "volumesInUse"));

  /** Text that must be a time, in whichever type. */
  private static final Set<String> TIMES =
      Set.of(
          "allocationTimestamp",
          "completionTime",
          "creationTimestamp",
          "deletionTimestamp",
          "lastHeartbeatTime",
          "lastProbeTime",
          "lastScheduleTime",
          "lastSuccessfulTime",
          "lastTransitionTime",
          "startTime",
          "timeAdded");

  private static Set<String> containerFields() {
    return Set.of(
        "args",
        "command",
        "env",
        "envFrom",
        "lifecycle",
        "livenessProbe",
        "readinessProbe",
        "securityContext",
        "startupProbe",
        "terminationMessagePath",
        "terminationMessagePolicy",
        "workingDir");
  }

  /** One field: its name, its place among the type's fields, what it holds, how it is set, and whether it must be there. */
  record Property(String name, int index, FieldType type, @Nullable Method setter, boolean required) {

    void set(Object bean, Object value) {
      try {
        if (setter != null) {
          setter.invoke(bean, value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(setter + " refuses " + value, e);
      }
    }
  }

  private final Class<?> type;
  private final Constructor<?> constructor;
  private final Set<String> required;
  private final Map<String, Property> properties = new HashMap<>();

  Schema(Class<?> type) {
    this.type = type;
    required = RequiredFields.of(type);
    try {
      constructor = type.getConstructor();
      Set<String> skipped = NEVER_READ.getOrDefault(type.getSimpleName(), Set.of());
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("additionalProperties")) {
          addProperty(field, skipped);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type + " is no Kubernetes type", e);
    }
  }

  private void addProperty(Field field, Set<String> skipped) throws ReflectiveOperationException {
    String name = jsonName(field);
    FieldType holds = skipped.contains(name) ? FieldType.Skipped.SKIPPED : FieldType.of(field.getGenericType());
    if (holds == FieldType.Scalar.TEXT && TIMES.contains(name)) {
      holds = FieldType.Scalar.TIME;
    }
    Method setter = holds == FieldType.Skipped.SKIPPED ? null : type.getMethod(setterName(field.getName()), field.getType());
    properties.put(name, new Property(name, properties.size(), holds, setter, required.contains(name)));
  }

  /** The model's fields are called as in JSON, but for an underscore before what is a word of Java's. */
  static String jsonName(Field field) {
    return field.getName().startsWith("_") ? field.getName().substring(1) : field.getName();
  }

  private static String setterName(String field) {
    String bare = field.startsWith("_") ? field.substring(1) : field;
    return "set" + Character.toUpperCase(bare.charAt(0)) + bare.substring(1);
  }

  /** Whether it is one of the model's plain types. */
  static boolean isBean(Class<?> type) {
    return KubernetesResource.class.isAssignableFrom(type) && !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
  }

  /** The field of that name; {@code null} when there is none. */
  @Nullable Property property(String name) {
    return properties.get(name);
  }

  /** The names of the fields that must be there. */
  Set<String> required() {
    return required;
  }

  Map<String, Property> properties() {
    return properties;
  }

  Object newBean() {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " cannot be created", e);
    }
  }
}
