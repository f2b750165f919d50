package io.berth.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.simulate.Report.Counts;
import io.berth.app.simulate.Report.PendingPod;
import io.berth.app.simulate.Report.Placement;
import io.berth.app.simulate.Report.Rejection;
import io.berth.framework.Code;
import io.berth.framework.Status;
import io.berth.framework.model.PodInfo;
import io.berth.framework.resource.EffectiveRequests;
import io.berth.framework.resource.Resources;
import io.berth.scheduler.Explanation;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportsTest {

  private static Utilisation.NodeUse node(String name, String cpu, String requested, long pods) {
    var allocatable = Resources.of(Map.of("cpu", new Quantity(cpu), "memory", new Quantity("8Gi")));
    return new Utilisation.NodeUse(name, allocatable, Resources.of(Map.of("cpu", new Quantity(requested))), pods, 10);
  }

  private static final Utilisation BEFORE = new Utilisation(List.of(node("n1", "4", "0", 0), node("n2", "4", "1", 1)));
  private static final Utilisation AFTER = new Utilisation(List.of(node("n1", "4", "1500m", 2), node("n2", "4", "1", 1)));

  private static Report report(List<PendingPod> pending, List<Explanation> explanations) {
    return new Report(
        new Counts(2, 1, 3, 1, 4, 2, 2 + pending.size(), 0),
        List.of(new Placement("shop", "web-0", "n1"), new Placement("default", "x", "n1")),
        pending,
        List.of(new Placement("shop", "lost", "gone")),
        List.of(),
        BEFORE,
        AFTER,
        Devices.NONE,
        Devices.NONE,
        explanations,
        List.of("be warned"));
  }

  private static List<PendingPod> pending(int count) {
    var rejections =
        List.of(
            new Rejection("NodeResourcesFit", "Unschedulable", List.of("Insufficient cpu", "Too many pods"), List.of("n1", "n3", "n4", "n5", "n6", "n7")),
            new Rejection("", "Unschedulable", List.of("because"), List.of("n2")));
    var pods = new ArrayList<PendingPod>();
    for (int i = 0; i < count; i++) {
      pods.add(new PendingPod("default", "big-" + i, "0/7 nodes are available: 6 Insufficient cpu.", rejections));
    }
    pods.add(new PendingPod("shop", "gated", "waits for its scheduling gates", List.of()));
    return pods;
  }

  private static Explanation explanation() {
    var pod = new PodBuilder().withNewMetadata().withNamespace("shop").withName("web-0").endMetadata().withNewSpec().endSpec().build();
    var fits =
        new Explanation.NodeExplanation(
            "n1",
            List.of(new Explanation.Verdict("NodeName", Status.SUCCESS), new Explanation.Verdict("NodePorts", Status.SKIP)),
            List.of(new Explanation.Score("TaintToleration", 0, 100, 3), new Explanation.Score("NodeResourcesFit", 40, 40, 1)),
            340);
    var not =
        new Explanation.NodeExplanation(
            "n2", List.of(new Explanation.Verdict("NodeName", Status.of(Code.UNSCHEDULABLE, "no", "never"))), List.of(), 0);
    return new Explanation(
        PodInfo.of(pod, EffectiveRequests.upstream()),
        "n1",
        List.of(new Explanation.Verdict("NodeAffinity", Status.unresolvable("nowhere"))),
        List.of(not, fits),
        null);
  }

  @Test
  void theTableTellsWhatPeopleAskFirst() {
    assertThat(TableReport.of(report(pending(7), List.of())))
        .isEqualTo(
            """
            Placed
            NAMESPACE  POD    NODE
            shop       web-0  n1
            default    x      n1

            Pending
            default/big-0, default/big-1, default/big-2, default/big-3, default/big-4 and 2 more
              0/7 nodes are available: 6 Insufficient cpu.
                n1, n3, n4, n5, n6 and 1 more: Insufficient cpu, Too many pods (NodeResourcesFit)
                n2: because
            shop/gated
              waits for its scheduling gates

            Left out, since their nodes are not in the input
            shop/lost on gone

            Utilisation by requests
            RESOURCE  ALLOCATABLE  BEFORE   AFTER
            cpu       8            1 (13%)  2.5 (31%)
            memory    16Gi         0 (0%)   0 (0%)
            pods      20           1 (5%)   3 (15%)

            NODE  CPU        MEMORY  PODS
            n1    0% -> 38%  0%      0% -> 20%
            n2    25%        0%      10%

            10 pods to place on 2 nodes beside 1 running: 2 placed, 8 pending; 3 finished, left out; 1 on unknown nodes, left out; 2 with volumes that were ignored
            """);
  }

  @Test
  void theTableExplains() {
    assertThat(TableReport.of(report(List.of(), List.of(explanation()))))
        .contains(
            """
            Explanation of shop/web-0 (on n1)
              before any node: NodeAffinity NO (nowhere)
              n1: fits, score 340, the pod is here
                filters: NodeName ok, NodePorts -
                scores: TaintToleration 100 x 3 = 300, NodeResourcesFit 40
              n2: does not fit
                filters: NodeName NO (no, never)
            """);
  }

  @Test
  void theTreeHasAllOfIt() {
    var text = new StringWriter();
    OutputWriter.yaml(ReportTree.of(report(pending(1).subList(0, 1), List.of(explanation()))), new PrintWriter(text));
    assertThat(text)
        .hasToString(
            """
            summary:
              nodes: 2
              running: 1
              finished: 3
              boundToUnknownNode: 1
              fromWorkloads: 4
              volumesIgnored: 2
              toPlace: 3
              placed: 2
              pending: 1
              deleted: 0
            placements:
            - namespace: shop
              pod: web-0
              node: n1
            - namespace: default
              pod: "x"
              node: n1
            pending:
            - namespace: default
              pod: big-0
              message: "0/7 nodes are available: 6 Insufficient cpu."
              rejections:
              - plugin: NodeResourcesFit
                code: Unschedulable
                reasons:
                - Insufficient cpu
                - Too many pods
                nodes:
                - n1
                - n3
                - n4
                - n5
                - n6
                - n7
              - plugin: ""
                code: Unschedulable
                reasons:
                - because
                nodes:
                - n2
            leftOut:
            - namespace: shop
              pod: lost
              node: gone
            utilisation:
              cluster:
                cpu:
                  allocatable: "8"
                  before: "1"
                  after: "2500m"
                  percentBefore: 12.5
                  percentAfter: 31.3
                memory:
                  allocatable: "17179869184"
                  before: "0"
                  after: "0"
                  percentBefore: 0.0
                  percentAfter: 0.0
                pods:
                  allocatable: "20"
                  before: "1"
                  after: "3"
                  percentBefore: 5.0
                  percentAfter: 15.0
              nodes:
              - node: n1
                resources:
                  cpu:
                    allocatable: "4"
                    before: "0"
                    after: "1500m"
                    percentBefore: 0.0
                    percentAfter: 37.5
                  memory:
                    allocatable: "8589934592"
                    before: "0"
                    after: "0"
                    percentBefore: 0.0
                    percentAfter: 0.0
                  pods:
                    allocatable: "10"
                    before: "0"
                    after: "2"
                    percentBefore: 0.0
                    percentAfter: 20.0
              - node: n2
                resources:
                  cpu:
                    allocatable: "4"
                    before: "1"
                    after: "1"
                    percentBefore: 25.0
                    percentAfter: 25.0
                  memory:
                    allocatable: "8589934592"
                    before: "0"
                    after: "0"
                    percentBefore: 0.0
                    percentAfter: 0.0
                  pods:
                    allocatable: "10"
                    before: "1"
                    after: "1"
                    percentBefore: 10.0
                    percentAfter: 10.0
            explanations:
            - namespace: shop
              pod: web-0
              node: n1
              message: ""
              preFilter:
              - plugin: NodeAffinity
                code: UnschedulableAndUnresolvable
                reasons:
                - nowhere
              nodes:
              - node: n2
                fits: false
                filters:
                - plugin: NodeName
                  code: Unschedulable
                  reasons:
                  - "no"
                  - never
                scores: []
                total: 0
              - node: n1
                fits: true
                filters:
                - plugin: NodeName
                  code: Success
                  reasons: []
                - plugin: NodePorts
                  code: Skip
                  reasons: []
                scores:
                - plugin: TaintToleration
                  raw: 0
                  normalized: 100
                  weight: 3
                  weighted: 300
                - plugin: NodeResourcesFit
                  raw: 40
                  normalized: 40
                  weight: 1
                  weighted: 40
                total: 340
            warnings:
            - be warned
            """);
  }

  @Test
  void aTableOfManyNodesIsCutAndSaysSo() {
    var nodes = new ArrayList<Utilisation.NodeUse>();
    for (int i = 0; i < 30; i++) {
      nodes.add(node("n" + i, "4", "1", 1));
    }
    var many = new Utilisation(nodes);
    var report = new Report(new Counts(30, 30, 0, 0, 0, 0, 0, 0), List.of(), List.of(), List.of(), List.of(), many, many, Devices.NONE, Devices.NONE, List.of(), List.of());
    assertThat(TableReport.of(report))
        .contains("n24 ")
        .doesNotContain("n25 ")
        .contains("... and 5 more nodes; -o json has them all\n")
        .endsWith("0 pods to place on 30 nodes beside 30 running: 0 placed, 0 pending\n");
  }
}
