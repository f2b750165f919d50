package io.berth.simulator.controllers;

import io.berth.simulator.internal.Beans;
import io.berth.simulator.internal.ClusterKinds;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * The ReplicaSet of a Deployment's template. Pure.
 *
 * <p>Source: pkg/controller/deployment/sync.go (getNewReplicaSet) and util/deployment_util.go (EqualIgnoreHash), v1.37.2.
 */
final class Templates {
  private static final String HASH = "pod-template-hash";
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private Templates() {}

  /** Whether the ReplicaSet has the Deployment's template, but for the hash. */
  static boolean isOf(Deployment deployment, ReplicaSet set) {
    PodTemplateSpec mine = deployment.getSpec().getTemplate();
    PodTemplateSpec theirs = set.getSpec().getTemplate();
    if (mine == null || theirs == null) {
      return mine == theirs;
    }
    Map<String, String> labels = new TreeMap<>(labels(theirs));
    labels.remove(HASH);
    Map<String, String> own = new TreeMap<>(labels(mine));
    own.remove(HASH);
    return own.equals(labels) && Objects.equals(mine.getSpec(), theirs.getSpec()) && sameAnnotations(mine, theirs);
  }

  private static boolean sameAnnotations(PodTemplateSpec one, PodTemplateSpec other) {
    return annotations(one).equals(annotations(other));
  }

  static ReplicaSet replicaSet(Deployment deployment, List<ReplicaSet> others, int replicas) {
    PodTemplateSpec template = deployment.getSpec().getTemplate();
    String hash = hash(template, others.size());
    ObjectMeta templateMeta =
        template.getMetadata() == null ? new ObjectMeta() : Beans.shallow(template.getMetadata());
    templateMeta.setLabels(withHash(labels(template), hash));
    PodTemplateSpec hashed = Beans.shallow(template);
    hashed.setMetadata(templateMeta);

    ObjectMeta meta = new ObjectMeta();
    meta.setNamespace(deployment.getMetadata().getNamespace());
    meta.setName(deployment.getMetadata().getName() + "-" + hash);
    meta.setLabels(templateMeta.getLabels());
    meta.setOwnerReferences(List.of(Owned.reference(deployment, ClusterKinds.DEPLOYMENTS)));
    ReplicaSetSpec spec = new ReplicaSetSpec();
    spec.setReplicas(replicas);
    spec.setMinReadySeconds(deployment.getSpec().getMinReadySeconds());
    LabelSelector selector =
        deployment.getSpec().getSelector() == null ? new LabelSelector() : Beans.shallow(deployment.getSpec().getSelector());
    selector.setMatchLabels(withHash(selector.getMatchLabels() == null ? Map.of() : selector.getMatchLabels(), hash));
    spec.setSelector(selector);
    spec.setTemplate(hashed);
    ReplicaSet set = new ReplicaSet();
    set.setMetadata(meta);
    set.setSpec(spec);
    return set;
  }

  private static Map<String, String> withHash(Map<String, String> labels, String hash) {
    Map<String, String> result = new LinkedHashMap<>(labels);
    result.put(HASH, hash);
    return result;
  }

  private static Map<String, String> labels(PodTemplateSpec template) {
    Map<String, String> labels = template.getMetadata() == null ? null : template.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  private static Map<String, String> annotations(PodTemplateSpec template) {
    Map<String, String> annotations = template.getMetadata() == null ? null : template.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  /** Letters and digits from the template's text; the number of its elders keeps two that collide apart. */
  private static String hash(PodTemplateSpec template, int elders) {
    CRC32 crc = new CRC32();
    crc.update((template + "/" + elders).getBytes(StandardCharsets.UTF_8));
    long left = crc.getValue();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 7; i++) {
      text.append(ALPHABET.charAt((int) (left % ALPHABET.length())));
      left /= ALPHABET.length();
    }
    return text.toString();
  }
}
