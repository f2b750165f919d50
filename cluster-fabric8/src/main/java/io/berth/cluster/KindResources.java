package io.berth.cluster;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** Where the client finds the objects of a kind. */
final class KindResources {
  private KindResources() {}

  /**
   * All objects of the kind, in every namespace.
   *
   * @throws IllegalArgumentException when the kind's class says that it is another kind
   */
  static <T extends HasMetadata> Informable<T> of(KubernetesClient client, ResourceKind<T> kind) {
    if (kind.type() == GenericKubernetesResource.class) {
      @SuppressWarnings("unchecked") // T is GenericKubernetesResource
      Informable<T> generic =
          (Informable<T>)
              (kind.namespaced()
                  ? client.genericKubernetesResources(context(kind)).inAnyNamespace()
                  : client.genericKubernetesResources(context(kind)));
      return generic;
    }
    requireSameKind(kind);
    var typed = client.resources(kind.type());
    return kind.namespaced() ? typed.inAnyNamespace() : typed;
  }

  private static void requireSameKind(ResourceKind<?> kind) {
    ResourceDefinitionContext said = ResourceDefinitionContext.fromResourceType(kind.type());
    String says = name(said.getGroup(), said.getVersion(), said.getPlural(), said.isNamespaceScoped());
    String asked = name(kind.group(), kind.version(), kind.plural(), kind.namespaced());
    if (!says.equals(asked)) {
      throw new IllegalArgumentException(
          "%s cannot be watched as %s: by its annotations it is %s; use %s, or the kind that it is"
              .formatted(kind.type().getName(), asked, says, GenericKubernetesResource.class.getSimpleName()));
    }
  }

  private static String name(String group, String version, String plural, boolean namespaced) {
    return (namespaced ? "namespaced " : "cluster-wide ") + plural + "." + (group.isEmpty() ? version : group + "/" + version);
  }

  private static ResourceDefinitionContext context(ResourceKind<?> kind) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(kind.group())
        .withVersion(kind.version())
        .withPlural(kind.plural())
        .withKind(kind.kind())
        .withNamespaced(kind.namespaced())
        .build();
  }
}
