package io.berth.app.simulate;

import io.berth.simulator.trace.OpenbTrace;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads what the GPUs of a trace are to be. */
final class GpusReader implements ITypeConverter<OpenbTrace.Gpus> {
  @Override
  public OpenbTrace.Gpus convert(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "devices" -> OpenbTrace.Gpus.DEVICES;
      case "extended-resource" -> OpenbTrace.Gpus.EXTENDED_RESOURCE;
      default -> throw new TypeConversionException("expected devices or extended-resource but was '" + text + "'");
    };
  }
}
