package io.berth.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.manifest.Problems;
import io.berth.framework.ExtensionPoint;
import io.berth.framework.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerConfigurationTest {

  private static final String HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

  @TempDir Path dir;
  private final Problems problems = new Problems();

  private SchedulerConfiguration read(String text) throws IOException {
    return SchedulerConfiguration.read(Files.writeString(dir.resolve("c.yaml"), text), problems);
  }

  private List<String> errors(String text) throws IOException {
    assertThat(read(text)).isNull();
    return problems.errors().stream().map(e -> e.replace(dir + "/", "")).toList();
  }

  private static List<String> names(Profile profile) {
    return profile.plugins().stream().map(Profile.EnabledPlugin::name).toList();
  }

  private static int weight(Profile profile, String plugin) {
    return profile.plugins().stream().filter(p -> p.name().equals(plugin)).findFirst().orElseThrow().weight();
  }

  @Test
  void aFileThatSaysNothingMeansTheDefaultProfile() throws IOException {
    var configuration = read(HEAD + "leaderElection: {leaderElect: false}\nparallelism: 4\n");
    assertThat(problems.errors()).isEmpty();
    assertThat(configuration.profiles()).singleElement().satisfies(p -> assertThat(p.schedulerName()).isEqualTo("default-scheduler"));
    assertThat(names(configuration.profiles().get(0))).isEqualTo(DefaultProfile.names());
    assertThat(configuration.percentageOfNodesToScore()).isZero();
    assertThat(configuration.podMaxBackoff()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void profilesHaveTheirNamesWeightsAndShares() throws IOException {
    var configuration =
        read(
            HEAD
                + """
                percentageOfNodesToScore: 40
                podInitialBackoffSeconds: 2
                podMaxBackoffSeconds: 20
                profiles:
                - schedulerName: a
                  percentageOfNodesToScore: 70
                  plugins:
                    score:
                      enabled:
                      - {name: ImageLocality, weight: 5}
                      - name: TaintToleration
                - schedulerName: b
                  plugins:
                    multiPoint:
                      enabled: [{name: NodeAffinity, weight: 9}]
                      disabled: [{name: ImageLocality}]
                """);
    assertThat(problems.errors()).isEmpty();
    Profile a = configuration.profiles().get(0);
    assertThat(a.schedulerName()).isEqualTo("a");
    assertThat(a.percentageOfNodesToScore()).isEqualTo(70);
    assertThat(weight(a, "ImageLocality")).isEqualTo(5);
    assertThat(weight(a, "TaintToleration")).as("named without a weight").isEqualTo(1);
    assertThat(a.firstAt(ExtensionPoint.SCORE)).containsExactly("ImageLocality", "TaintToleration");
    Profile b = configuration.profiles().get(1);
    var expected = new ArrayList<>(DefaultProfile.names());
    expected.remove("ImageLocality");
    assertThat(names(b)).as("in its place").isEqualTo(expected);
    assertThat(weight(b, "NodeAffinity")).isEqualTo(9);
    assertThat(configuration.percentageOfNodesToScore()).isEqualTo(40);
    assertThat(configuration.podInitialBackoff()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void allPluginsCanBeSwitchedOffAndSomeOnAgain() throws IOException {
    var profile =
        read(
                HEAD
                    + """
                    profiles:
                    - plugins:
                        multiPoint:
                          disabled: [{name: '*'}]
                          enabled: [{name: PrioritySort}, {name: DefaultBinder}, {name: NodeResourcesFit}]
                        score:
                          disabled: [{name: '*'}]
                          enabled: [{name: NodeAffinity, weight: 3}]
                        filter:
                          disabled: [{name: NodeResourcesFit}]
                    """)
            .profiles()
            .get(0);
    assertThat(problems.errors()).isEmpty();
    assertThat(names(profile)).containsExactly("PrioritySort", "DefaultBinder", "NodeResourcesFit", "NodeAffinity");
    assertThat(profile.enabledAt(ExtensionPoint.FILTER, "NodeResourcesFit")).isFalse();
    assertThat(profile.enabledAt(ExtensionPoint.PRE_FILTER, "NodeResourcesFit")).isTrue();
    assertThat(profile.enabledAt(ExtensionPoint.SCORE, "NodeResourcesFit")).isFalse();
    assertThat(profile.enabledAt(ExtensionPoint.SCORE, "NodeAffinity")).isTrue();
    assertThat(profile.enabledAt(ExtensionPoint.FILTER, "NodeAffinity")).as("asked for at one point only").isFalse();
    assertThat(weight(profile, "NodeAffinity")).isEqualTo(3);
  }

  @Test
  void pluginsThatOnlyUpstreamHasAreLeftOutWithAWarning() throws IOException {
    var configuration =
        read(
            HEAD
                + """
                profiles:
                - plugins:
                    multiPoint: {enabled: [{name: VolumeBinding}], disabled: [{name: VolumeZone}]}
                  pluginConfig:
                  - name: VolumeBinding
                    args: {bindTimeoutSeconds: 10}
                """);
    assertThat(configuration).isNotNull();
    assertThat(problems.warnings())
        .containsExactly(dir + "/c.yaml: Berth has no VolumeBinding; what the file says of them has no effect");
  }

  @Test
  void whatIsWrongIsToldAllAtOnce() throws IOException {
    assertThat(
            errors(
                """
                apiVersion: kubescheduler.config.k8s.io/v1beta3
                kind: KubeSchedulerConfiguration
                percentageOfNodesToScore: 200
                podInitialBackoffSeconds: 20
                extenders: [{urlPrefix: x}]
                profile: []
                profiles:
                - plugins:
                    score: {enabled: [{name: Nope}, {weight: 3}], enable: []}
                    scores: {}
                  pluginConfig:
                  - name: NodeResourcesFit
                    args: {scoringStrategy: {type: Wrong}, unknown: 1}
                - schedulerName: default-scheduler
                """))
        .hasSizeGreaterThanOrEqualTo(9)
        .contains(
            "c.yaml: percentageOfNodesToScore: 200 is not between 0 and 100",
            "c.yaml: podMaxBackoffSeconds: 10 is below podInitialBackoffSeconds 20",
            "c.yaml: extenders: HTTP extenders are not supported; a plugin does the same in process",
            "c.yaml: profiles[0].plugins.score.enabled[1].name: is missing",
            "c.yaml: profiles: two of them have the scheduler name \"default-scheduler\"")
        .anyMatch(e -> e.startsWith("c.yaml: apiVersion: "))
        .anyMatch(e -> e.startsWith("c.yaml: profile: unknown field"))
        .anyMatch(e -> e.startsWith("c.yaml: profiles[0].plugins.score.enabled[0].name: \"Nope\" is no plugin; known: "))
        .anyMatch(e -> e.startsWith("c.yaml: profiles[0].plugins.scores: unknown field"))
        .anyMatch(e -> e.startsWith("c.yaml: profiles[0].pluginConfig of NodeResourcesFit: "));
  }

  @Test
  void filesThatAreNoConfigurationAreTold() throws IOException {
    assertThat(errors("a: [")).singleElement().asString().startsWith("c.yaml:1: malformed YAML");
    assertThat(errors("- a\n").get(1)).isEqualTo("c.yaml:1: is a list, but must be an object; correct the file");
    assertThat(errors("a: 1\n---\nb: 1\n").get(2)).isEqualTo("c.yaml:3: has more than one document; correct the file");
    assertThat(errors("").get(3)).isEqualTo("c.yaml: is empty; name a file that is not");
    assertThat(SchedulerConfiguration.read(dir.resolve("nowhere.yaml"), problems)).isNull();
    assertThat(problems.errors()).last().asString().endsWith("nowhere.yaml: does not exist; check the spelling");
  }
}
