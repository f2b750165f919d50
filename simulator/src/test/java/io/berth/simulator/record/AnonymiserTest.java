package io.berth.simulator.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class AnonymiserTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private final Anonymiser names = new Anonymiser();

  static List<RecordedKind<?>> kinds() {
    return RecordedKind.ALL;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void nothingPersonalIsLeftOfAnyField(RecordedKind<?> kind) {
    Object whole = JSON.convertValue(new Personal().object(kind.kind().type()), Map.class);
    assertThat(JSON.writeValueAsString(kind.fields().copy(whole, Names.PLAIN))).contains(Personal.WORD);
    assertThat(JSON.writeValueAsString(kind.fields().copy(whole, names))).contains("\"name\":\"").doesNotContainIgnoringCase(Personal.WORD);
  }

  private Pod pod(String json) {
    return JSON.convertValue(RecordedFields.POD.copy(JSON.readValue(json.replace('\'', '"'), Map.class), names), Pod.class);
  }

  private Node node(String json) {
    return JSON.convertValue(RecordedFields.NODE.copy(JSON.readValue(json.replace('\'', '"'), Map.class), names), Node.class);
  }

  @Test
  void nodeNamesAndHostnameLabelsStayTheSame() {
    Node node = node("{'metadata':{'name':'acme-1','labels':{'kubernetes.io/hostname':'acme-1'}}}");
    Pod pod =
        pod(
            "{'metadata':{'name':'acme-1'},'spec':{'nodeName':'acme-1','nodeSelector':{'kubernetes.io/hostname':'acme-1'},'affinity':{'nodeAffinity':"
                + "{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchFields':[{'key':'metadata.name',"
                + "'operator':'In','values':['acme-1']}]}]}}}}}");
    String name = node.getMetadata().getName();
    assertThat(name).isEqualTo("node-00001");
    assertThat(node.getMetadata().getLabels()).containsExactly(Map.entry("kubernetes.io/hostname", name));
    assertThat(pod.getMetadata().getName()).isEqualTo("pod-00001");
    assertThat(pod.getSpec().getNodeName()).isEqualTo(name);
    assertThat(pod.getSpec().getNodeSelector()).containsExactly(Map.entry("kubernetes.io/hostname", name));
    var term = pod.getSpec().getAffinity().getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().getNodeSelectorTerms().get(0);
    assertThat(term.getMatchFields().get(0).getValues()).containsExactly(name);
  }

  @Test
  void selectorsMatchTheLabelsThatTheyMatchedAndEmptyOnesStayEmpty() {
    Pod pod =
        pod(
            "{'metadata':{'name':'a','labels':{'acme/app':'web'}},'spec':{'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':"
                + "'topology.kubernetes.io/zone','labelSelector':{'matchLabels':{'acme/app':'web'},'matchExpressions':[{'key':'acme/app',"
                + "'operator':'NotIn','values':['db','web']}]}}],'affinity':{'podAntiAffinity':{"
                + "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'acme/rack','labelSelector':{},'namespaceSelector':{}}]}}}}");
    Map.Entry<String, String> label = pod.getMetadata().getLabels().entrySet().iterator().next();
    var spread = pod.getSpec().getTopologySpreadConstraints().get(0);
    assertThat(spread.getTopologyKey()).isEqualTo("topology.kubernetes.io/zone");
    assertThat(spread.getLabelSelector().getMatchLabels()).containsExactly(label);
    var expression = spread.getLabelSelector().getMatchExpressions().get(0);
    assertThat(expression.getKey()).isEqualTo(label.getKey());
    assertThat(expression.getValues()).contains(label.getValue()).hasSize(2).doesNotHaveDuplicates();
    var term = pod.getSpec().getAffinity().getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().get(0);
    assertThat(term.getLabelSelector()).isNotNull();
    assertThat(term.getNamespaceSelector()).isNotNull();
    assertThat(term.getTopologyKey()).startsWith("key-");
  }

  @Test
  void tolerationsStillTolerateAndWhatKubernetesDefinesStays() {
    Node node =
        node(
            "{'metadata':{'name':'n'},'spec':{'taints':[{'key':'acme/team','value':'blue','effect':'NoSchedule'},"
                + "{'key':'node.kubernetes.io/not-ready','effect':'NoExecute'}]},'status':{'allocatable':{'cpu':'3500m','acme.com/fpga':'2'}}}");
    Pod pod =
        pod(
            "{'metadata':{'name':'a','namespace':'kube-system'},'spec':{'schedulerName':'default-scheduler','tolerations':[{'key':'acme/team',"
                + "'operator':'Equal','value':'blue','effect':'NoSchedule'},{'operator':'Exists'}],"
                + "'containers':[{'name':'c','resources':{'requests':{'acme.com/fpga':'1'}}}]}}");
    var taint = node.getSpec().getTaints().get(0);
    var toleration = pod.getSpec().getTolerations().get(0);
    assertThat(toleration.getKey()).isEqualTo(taint.getKey());
    assertThat(toleration.getValue()).isEqualTo(taint.getValue());
    assertThat(pod.getSpec().getTolerations().get(1).getKey()).isNull();
    assertThat(node.getSpec().getTaints().get(1).getKey()).isEqualTo("node.kubernetes.io/not-ready");
    assertThat(node.getStatus().getAllocatable().get("cpu").toString()).isEqualTo("3500m");
    assertThat(node.getStatus().getAllocatable()).containsOnlyKeys("cpu", "example.com/resource-00001");
    assertThat(pod.getSpec().getContainers().get(0).getResources().getRequests()).containsOnlyKeys("example.com/resource-00001");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("kube-system");
    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("default-scheduler");
  }

  @Test
  void ownersStayTheSameAndMessagesGo() {
    Pod pod =
        pod(
            "{'metadata':{'name':'a','ownerReferences':[{'apiVersion':'apps/v1','kind':'ReplicaSet','name':'acme','uid':'u-1','controller':true},"
                + "{'apiVersion':'acme.com/v1','kind':'Acme','name':'x','uid':'u-2'}]},'status':{'conditions':[{'type':'PodScheduled',"
                + "'status':'False','reason':'Unschedulable','message':'no node acme fits'},{'type':'acme.com/ready','status':'True'}]}}");
    var set = RecordedFields.REPLICA_SET.copy(JSON.readValue("{\"metadata\":{\"name\":\"acme\",\"uid\":\"u-1\"}}", Map.class), names);
    var owner = pod.getMetadata().getOwnerReferences().get(0);
    assertThat(owner.getKind()).isEqualTo("ReplicaSet");
    assertThat(set).isEqualTo(Map.of("metadata", Map.of("name", owner.getName(), "uid", owner.getUid())));
    assertThat(pod.getMetadata().getOwnerReferences().get(1).getKind()).isEqualTo("Kind-00001");
    assertThat(pod.getStatus().getConditions()).hasSize(1);
    assertThat(pod.getStatus().getConditions().get(0).getMessage()).isNull();
  }

  @Test
  void imagesMatchWithAndWithoutTheTagThatIsMeant() {
    Node node = node("{'metadata':{'name':'n'},'status':{'images':[{'names':['acme/web:latest'],'sizeBytes':5}]}}");
    Pod pod = pod("{'metadata':{'name':'a'},'spec':{'containers':[{'name':'c','image':'acme/web'}]}}");
    assertThat(node.getStatus().getImages().get(0).getNames()).containsExactly(pod.getSpec().getContainers().get(0).getImage());
  }

  @Test
  void smallNumbersAndTruthInLabelsStay() {
    Pod pod = pod("{'metadata':{'name':'a','labels':{'x':'64','y':'true','z':'','w':'1234567'}}}");
    assertThat(pod.getMetadata().getLabels()).containsValues("64", "true", "").doesNotContainValue("1234567");
  }
}
