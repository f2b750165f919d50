package io.berth.simulator.record;

import io.berth.simulator.InMemoryCluster;
import io.berth.simulator.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** A recorded run of a cluster without a scheduler. */
record Recorded(byte[] bytes) {

  /** What happens to a cluster. */
  interface Story {
    void happen(InMemoryCluster cluster, VirtualTime time);
  }

  static Recorded of(boolean anonymise, Consumer<InMemoryCluster> before, Story story) throws IOException {
    VirtualTime time = VirtualTime.create();
    InMemoryCluster cluster = InMemoryCluster.on(time);
    before.accept(cluster);
    var out = new ByteArrayOutputStream();
    ClusterRecorder recorder = ClusterRecorder.start(cluster, time::now, Runnable::run, out, anonymise);
    time.run();
    story.happen(cluster, time);
    time.run();
    recorder.end();
    return new Recorded(out.toByteArray());
  }

  Recording read() throws IOException, UnreadableRecordingException {
    return RecordingReader.read(new ByteArrayInputStream(bytes));
  }

  String text() throws IOException {
    return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
  }
}
