package io.berth.conformance;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A case file, read one case at a time: {@code {suite, upstream, seed, ...header, cases: [{name, input, expected}]}}, plain
 * or compressed by gzip. Where a case has no {@code input}, the case itself is the input. Not thread-safe.
 */
final class CaseFile implements AutoCloseable {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final JsonParser parser;
  private final ObjectNode header = MAPPER.createObjectNode();

  private CaseFile(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads up to the first case.
   *
   * @throws UnusableInput when this is no case file
   */
  static CaseFile open(InputStream in) {
    try {
      var file = new CaseFile(MAPPER.createParser(decompressed(in)));
      file.readHeader();
      return file;
    } catch (JacksonException e) {
      throw new UnusableInput("is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UnusableInput("cannot be read: " + e.getMessage(), e);
    }
  }

  private static InputStream decompressed(InputStream in) throws IOException {
    var buffered = new BufferedInputStream(in, 1 << 16);
    buffered.mark(2);
    boolean gzip = buffered.read() == 0x1f && buffered.read() == 0x8b;
    buffered.reset();
    return gzip ? new GZIPInputStream(buffered, 1 << 16) : buffered;
  }

  private void readHeader() {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new UnusableInput("is not a JSON object");
    }
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      if (name.equals("cases")) {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
          throw new UnusableInput("has a field \"cases\" that is not a list");
        }
        return;
      }
      parser.nextToken();
      header.set(name, MAPPER.readTree(parser));
    }
    throw new UnusableInput("has no field \"cases\"");
  }

  /** Every field that stands before the cases. */
  ObjectNode header() {
    return header;
  }

  /** The suite that the file says it belongs to; empty when it does not say. */
  String suite() {
    return header.path("suite").asString("");
  }

  /**
   * The next case, or null after the last one.
   *
   * @throws UnusableInput when the file ends in the middle, or a case lacks its name or what is expected
   */
  @Nullable Case next() {
    try {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.END_ARRAY) {
        return null;
      }
      if (token != JsonToken.START_OBJECT) {
        throw new UnusableInput("has something among its cases that is not a JSON object");
      }
      JsonNode one = MAPPER.readTree(parser);
      for (String part : new String[] {"name", "expected"}) {
        if (!one.has(part)) {
          throw new UnusableInput("has a case without \"" + part + "\"");
        }
      }
      return new Case(one.get("name").asString(), one.has("input") ? one.get("input") : one, one.get("expected"));
    } catch (JacksonException e) {
      throw new UnusableInput("ends in the middle or is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  @Override
  public void close() {
    parser.close();
  }
}
