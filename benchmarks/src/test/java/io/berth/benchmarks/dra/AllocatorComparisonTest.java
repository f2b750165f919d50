package io.berth.benchmarks.dra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocatorComparisonTest {

  private static final String CASES =
      """
      {"suite":"allocator","cases":[{"name":"one","features":[],"node":{"metadata":{"name":"n1"}},
       "claims":[{"metadata":{"name":"c"},"spec":{"devices":{"requests":[{"name":"r","exactly":
         {"deviceClassName":"any","allocationMode":"ExactCount","count":2}}]}}}],
       "deviceClasses":[{"metadata":{"name":"any"},"spec":{}}],
       "resourceSlices":[{"metadata":{"name":"s"},"spec":{"driver":"d","nodeName":"n1",
         "pool":{"name":"p","generation":1,"resourceSliceCount":1},"devices":[{"name":"a"},{"name":"b"},{"name":"c"}]}}],
       "allocated":{"devices":["d/p/a"]},"expected":{"numAllocateOneInvocations":4,"results":null}}]}
      """;

  @TempDir
  private Path folder;

  private Path cases;

  @BeforeEach
  void writeCases() throws IOException {
    cases = Files.writeString(folder.resolve("cases.json"), CASES);
  }

  @Test
  void anIterationAllocatesTheClaimsAndCountsTheSteps() throws IOException {
    List<AllocatorCase> read = AllocatorCase.read(cases);
    Map<String, Object> line = AllocatorTiming.measure(read.get(0), 3);
    assertThat(line).containsEntry("name", "one").containsEntry("devices", 2L).containsEntry("steps", 5L)
        .containsEntry("upstreamSteps", 4L);
  }

  @Test
  void bothProgramsRunInTurnAndTheRatioIsOfTheirTimes() throws Exception {
    Path oracle = program("echo '{\"name\":\"one\",\"ns\":1000000000}'");
    assertThat(run(oracle.toString(), cases.toString(), "1", "2")).satisfies(result -> {
      assertThat(result.status()).isZero();
      assertThat(result.out()).startsWith("{\"case\":\"one\",\"ratio\":").contains("\"steps\":5").contains("\"runs\":1");
    });
  }

  @Test
  void aProgramThatFailsOrSpeaksOfOtherCasesIsTold() throws Exception {
    assertThat(run(program("exit 3").toString(), cases.toString(), "1", "2").err()).contains("ended with status 3");
    Path other = program("echo '{\"name\":\"two\",\"ns\":1}'");
    assertThat(run(other.toString(), cases.toString(), "1", "2").err()).contains("did not run the same cases");
    assertThat(run("oracle", cases.toString(), "none", "2").status()).isEqualTo(2);
  }

  private record Result(int status, String out, String err) {}

  private static Result run(String... args) throws InterruptedException {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status = AllocatorComparison.run(args, new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Result(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Path program(String body) throws IOException {
    Path program = folder.resolve("program" + body.hashCode());
    Files.writeString(program, "#!/usr/bin/env bash\n" + body + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }
}
