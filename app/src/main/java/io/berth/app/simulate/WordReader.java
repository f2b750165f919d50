package io.berth.app.simulate;

import io.berth.simulator.record.RecordingPlayer;
import io.berth.simulator.trace.OpenbTrace;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads one of a few words, whatever the case; a wrong one is told in the spelling of the help.
 *
 * @param <E> what the words stand for
 */
abstract class WordReader<E extends Enum<E>> implements ITypeConverter<E> {

  private final E[] values;

  private WordReader(Class<E> type) {
    values = type.getEnumConstants();
  }

  @Override
  public E convert(String text) {
    for (E value : values) {
      if (word(value).equalsIgnoreCase(text)) {
        return value;
      }
    }
    List<String> words = Arrays.stream(values).map(WordReader::word).toList();
    int last = words.size() - 1;
    String known = String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    throw new TypeConversionException("expected " + known + " but was '" + text + "'");
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How the result is written. */
  static final class OfFormat extends WordReader<SimulateCommand.Format> {
    OfFormat() {
      super(SimulateCommand.Format.class);
    }
  }

  /** What kind of trace is replayed. */
  static final class OfTrace extends WordReader<TraceOptions.Format> {
    OfTrace() {
      super(TraceOptions.Format.class);
    }
  }

  /** What the GPUs of a trace are to be. */
  static final class OfGpus extends WordReader<OpenbTrace.Gpus> {
    OfGpus() {
      super(OpenbTrace.Gpus.class);
    }
  }

  /** How a recording is played. */
  static final class OfReplay extends WordReader<RecordingPlayer.Mode> {
    OfReplay() {
      super(RecordingPlayer.Mode.class);
    }
  }
}
