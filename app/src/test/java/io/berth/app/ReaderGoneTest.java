package io.berth.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class ReaderGoneTest {

  private int writes;

  private OutputStream failing(String message) {
    return new ReaderGone(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            writes++;
            throw new IOException(message);
          }
        });
  }

  @Test
  void aReaderThatHasGoneIsNoFailureAndGetsNothingMore() throws IOException {
    OutputStream out = failing("Broken pipe");
    out.write(1);
    out.write(2);
    out.flush();
    assertThat(writes).isEqualTo(1);
  }

  @Test
  void anyOtherFailureIsOne() {
    OutputStream out = failing("No space left on device");
    assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class).hasMessage("No space left on device");
  }
}
