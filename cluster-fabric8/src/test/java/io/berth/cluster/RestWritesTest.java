package io.berth.cluster;

import static io.berth.cluster.PlayedApiServer.status;
import static io.berth.testkit.Fixtures.node;
import static io.berth.testkit.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.framework.cluster.ObjectRef;
import io.berth.framework.cluster.PodStatusPatch;
import io.berth.framework.cluster.ResourceKind;
import io.berth.framework.cluster.WriteOutcome;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodExtendedResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RestWritesTest {
  private static final String POD = "/api/v1/namespaces/default/pods/a";
  private static final ObjectRef<Pod> REF = ObjectRef.of(ResourceKind.PODS, pod("a").uid("u1").obj());

  private final PlayedApiServer server = new PlayedApiServer();
  private final Fabric8Cluster cluster = new Fabric8Cluster(server.client(), Clock.systemUTC(), Runnable::run, "test");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void bindsThroughTheSubresourceWithTheUid() throws InterruptedException {
    server.answerOnce("POST " + POD + "/binding", 201, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}");

    WriteOutcome.Done<?> done = Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Done.class);

    assertThat(done.object())
        .isInstanceOfSatisfying(
            Pod.class,
            bound -> {
              assertThat(bound.getMetadata().getUid()).isEqualTo("u1");
              assertThat(bound.getSpec().getNodeName()).isEqualTo("n1");
            });
    RecordedRequest request = server.nextRequest();
    assertThat(request.getHeader("Content-Type")).isEqualTo("application/json");
    assertThat(request.getUtf8Body())
        .contains("\"kind\":\"Binding\"", "\"uid\":\"u1\"", "\"namespace\":\"default\"", "\"name\":\"n1\"");
  }

  @Test
  void aPodThatIsBoundAlreadyIsAConflict() {
    server.answerOnce("POST " + POD + "/binding", 409, status(409, "Conflict", "pod a is already assigned to node n2", ""));

    server.answerOnce("GET " + POD, 200, server.client().getKubernetesSerialization().asJson(pod("a").uid("u1").node("n2").obj()));

    var outcome = Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Conflict.class);

    assertThat(outcome.describe()).isEqualTo("pod a is already assigned to node n2");
  }

  @Test
  void aPodThatAnEarlierTryHasBoundThereIsDone() {
    server.answerOnce("POST " + POD + "/binding", 409, status(409, "Conflict", "pod a is already assigned to node n1", ""));
    server.answerOnce("GET " + POD, 200, server.client().getKubernetesSerialization().asJson(pod("a").uid("u1").node("n1").obj()));

    Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Done.class);
  }

  @Test
  void aBindingThatTheServerLostTrackOfIsDoneWhenThePodIsOnTheNode() {
    server.answerOnce("POST " + POD + "/binding", 504, status(504, "Timeout", "did not complete in time", ""));
    server.answerOnce("GET " + POD, 200, server.client().getKubernetesSerialization().asJson(pod("a").uid("u1").node("n1").obj()));

    Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Done.class);
  }

  @Test
  void aBindingOfAnotherPodOfTheNameIsAConflict() {
    server.answerOnce("POST " + POD + "/binding", 409, status(409, "Conflict", "UID in precondition", ""));
    server.answerOnce("GET " + POD, 200, server.client().getKubernetesSerialization().asJson(pod("a").uid("u2").node("n1").obj()));

    Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Conflict.class);
  }

  @Test
  void aPodThatIsGoneIsNotFound() {
    server.answerOnce("POST " + POD + "/binding", 404, status(404, "NotFound", "pods a not found", ""));

    Answers.is(cluster.bind(REF, "n1"), WriteOutcome.NotFound.class);
  }

  @Test
  void aServerThatIsBusyThrottles() {
    server.answerOnce("POST " + POD + "/binding", 429, status(429, "TooManyRequests", "later", ""), "Retry-After", "7");

    var outcome = Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Throttled.class);

    assertThat(outcome.retryAfter()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void aRefusalFails() {
    server.answerOnce("POST " + POD + "/binding", 403, status(403, "Forbidden", "may not bind", ""));

    var outcome = Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Failed.class);

    assertThat(outcome.describe()).isEqualTo("may not bind");
  }

  @Test
  void anErrorPageOfAProxyFailsWithItsText() {
    server.answerOnce("POST " + POD + "/binding", 502, "<html>bad gateway</html>");

    var outcome = Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Failed.class);

    assertThat(outcome.describe()).contains("502", "bad gateway");
  }

  @Test
  void nothingIsTriedTwice() {
    server.answerOnce("POST " + POD + "/binding", 503, status(503, "ServiceUnavailable", "not now", ""));
    server.answerOnce("POST " + POD + "/binding", 201, "{}");

    Answers.is(cluster.bind(REF, "n1"), WriteOutcome.Failed.class);

    assertThat(server.requestsSoFar()).containsExactly("POST " + POD + "/binding", "GET " + POD);
  }

  @Test
  void aStatusPatchNamesConditionsAndTheNominatedNode() throws InterruptedException {
    server.answerOnce("PATCH " + POD + "/status", 200, server.client().getKubernetesSerialization().asJson(pod("a").obj()));
    var condition = new PodConditionBuilder().withType("PodScheduled").withStatus("False").withReason("Unschedulable").build();

    Answers.is(cluster.patchPodStatus(REF, new PodStatusPatch(List.of(condition), "n1")), WriteOutcome.Done.class);

    RecordedRequest request = server.nextRequest();
    assertThat(request.getHeader("Content-Type")).isEqualTo("application/strategic-merge-patch+json");
    assertThat(request.getUtf8Body())
        .contains("\"uid\":\"u1\"", "\"nominatedNodeName\":\"n1\"", "\"type\":\"PodScheduled\"", "\"reason\":\"Unschedulable\"");
  }

  @Test
  void anEmptyNominatedNodeIsClearedAndNoneIsLeft() throws InterruptedException {
    String pod = server.client().getKubernetesSerialization().asJson(pod("a").obj());
    server.answerOnce("PATCH " + POD + "/status", 200, pod);
    server.answerOnce("PATCH " + POD + "/status", 200, pod);

    Answers.is(cluster.patchPodStatus(REF, new PodStatusPatch(List.of(), "")), WriteOutcome.Done.class);
    Answers.is(cluster.patchPodStatus(REF, new PodStatusPatch(List.of(), null)), WriteOutcome.Done.class);

    assertThat(server.nextRequest().getUtf8Body()).contains("\"nominatedNodeName\":null").doesNotContain("conditions");
    assertThat(server.nextRequest().getUtf8Body()).doesNotContain("nominatedNodeName");
  }

  @Test
  void theClaimForExtendedResourcesIsPatchedWhenItIsGiven() throws InterruptedException {
    server.answerOnce("PATCH " + POD + "/status", 200, server.client().getKubernetesSerialization().asJson(pod("a").obj()));
    var claim =
        new PodExtendedResourceClaimStatusBuilder()
            .withResourceClaimName("a-extended-resources-x")
            .addNewRequestMapping("c", "container-0-request-0", "example.com/gpu")
            .build();

    Answers.is(cluster.patchPodStatus(REF, PodStatusPatch.ofExtendedResourceClaim(claim)), WriteOutcome.Done.class);

    assertThat(server.nextRequest().getUtf8Body())
        .contains("\"resourceClaimName\":\"a-extended-resources-x\"", "\"requestName\":\"container-0-request-0\"")
        .doesNotContain("conditions", "nominatedNodeName");
  }

  @Test
  void aClaimIsCreatedUnderTheNameThatTheServerGivesIt() throws InterruptedException {
    String claims = "/apis/resource.k8s.io/v1/namespaces/ns/resourceclaims";
    ResourceClaim draft =
        new ResourceClaimBuilder().withNewMetadata().withNamespace("ns").withGenerateName("a-extended-resources-").endMetadata().build();
    ResourceClaim stored = draft.edit().editMetadata().withName("a-extended-resources-x7k2p").endMetadata().build();
    server.answerOnce("POST " + claims, 201, server.client().getKubernetesSerialization().asJson(stored));

    var done = Answers.is(cluster.create(ResourceKind.RESOURCE_CLAIMS, draft), WriteOutcome.Done.class);

    assertThat(((ResourceClaim) done.object()).getMetadata().getName()).isEqualTo("a-extended-resources-x7k2p");
    assertThat(server.nextRequest().getUtf8Body()).contains("\"generateName\":\"a-extended-resources-\"").doesNotContain("\"name\"");
  }

  @Test
  void aStatusPatchOfAnotherPodOfTheNameIsAConflict() {
    server.answerOnce(
        "PATCH " + POD + "/status",
        422,
        status(
            422,
            "Invalid",
            "field is immutable",
            "\"causes\":[{\"reason\":\"FieldValueInvalid\",\"message\":\"field is immutable\",\"field\":\"metadata.uid\"}]"));

    Answers.is(cluster.patchPodStatus(REF, new PodStatusPatch(List.of(), "n1")), WriteOutcome.Conflict.class);
  }

  @Test
  void aDeletionShowsThePodThatIsGoingOrNamesTheOneThatIsGone() throws InterruptedException {
    server.answerOnce(
        "DELETE " + POD, 200, server.client().getKubernetesSerialization().asJson(pod("a").uid("u1").node("n1").obj()));
    server.answerOnce("DELETE " + POD, 200, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\"}");

    WriteOutcome.Done<?> going = Answers.is(cluster.delete(REF), WriteOutcome.Done.class);
    WriteOutcome.Done<?> gone = Answers.is(cluster.delete(REF, 0L), WriteOutcome.Done.class);

    assertThat(going.object()).isInstanceOfSatisfying(Pod.class, p -> assertThat(p.getSpec().getNodeName()).isEqualTo("n1"));
    assertThat(gone.object()).isInstanceOfSatisfying(Pod.class, p -> assertThat(p.getMetadata().getName()).isEqualTo("a"));
    assertThat(server.nextRequest().getUtf8Body()).contains("\"preconditions\":{\"uid\":\"u1\"}").doesNotContain("gracePeriod");
    assertThat(server.nextRequest().getUtf8Body()).contains("\"gracePeriodSeconds\":0");
  }

  @Test
  void aReadOfAnotherObjectOfTheNameFindsNothing() {
    server.answerOnce("GET " + POD, 200, server.client().getKubernetesSerialization().asJson(pod("a").uid("u2").obj()));

    var outcome = Answers.is(cluster.get(REF), WriteOutcome.NotFound.class);

    assertThat(outcome.describe()).isEqualTo("default/a has UID u2, not u1");
  }

  @Test
  void createsReplacesAndReplacesStatusOfKindsWithoutNamespaces() throws InterruptedException {
    Node node = node("n1").obj();
    String json = server.client().getKubernetesSerialization().asJson(node);
    server.answerOnce("POST /api/v1/nodes", 201, json);
    server.answerOnce("PUT /api/v1/nodes/n1", 200, json);
    server.answerOnce("PUT /api/v1/nodes/n1/status", 409, status(409, "Conflict", "modified", ""));

    Answers.is(cluster.create(ResourceKind.NODES, node), WriteOutcome.Done.class);
    Answers.is(cluster.update(ResourceKind.NODES, node), WriteOutcome.Done.class);
    Answers.is(cluster.updateStatus(ResourceKind.NODES, node), WriteOutcome.Conflict.class);

    assertThat(server.nextRequest().getUtf8Body()).contains("\"name\":\"n1\"");
  }

  @Test
  void customKindsAreWrittenUnderTheirGroup() {
    var kind =
        new ResourceKind<>("example.org", "v1alpha1", "gadgets", "Gadget", true, GenericKubernetesResource.class);
    var gadget =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("example.org/v1alpha1")
            .withKind("Gadget")
            .withNewMetadata()
            .withNamespace("team")
            .withName("g")
            .endMetadata()
            .build();
    String json = server.client().getKubernetesSerialization().asJson(gadget);
    server.answerOnce("PUT /apis/example.org/v1alpha1/namespaces/team/gadgets/g/status", 200, json);

    WriteOutcome.Done<?> done = Answers.is(cluster.updateStatus(kind, gadget), WriteOutcome.Done.class);

    assertThat(done.object()).isEqualTo(gadget);
  }

  @Test
  void anAnswerThatCannotBeReadIsNoSuccess() {
    server.answerOnce("GET " + POD, 200, "{\"kind\":\"Pod\",\"metadata\":");

    var outcome = Answers.is(cluster.get(REF), WriteOutcome.Failed.class);

    assertThat(outcome.describe()).startsWith("done, but the answer cannot be read");
  }
}
