package io.berth.app.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * One YAML document as tokens. Plain scalars mean what they mean to {@code kubectl} ({@link YamlScalars}); anchors and aliases are
 * expanded, merge keys are refused.
 */
final class YamlTokens implements Tokens {

  /** Aliases that expand to more than this are an attack or a mistake. */
  static final int MAX_ALIAS_TOKENS = 1_000_000;

  private static final int MAX_DEPTH = 512;
  private static final String TAG = "tag:yaml.org,2002:";
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();

  private static final byte LIST = 0;
  private static final byte MAP_KEY = 1;
  private static final byte MAP_VALUE = 2;

  /** An anchored value that is being read. */
  private record Recording(String anchor, RecordedTokens tokens, int depth) {}

  private final Parser parser;
  private final int firstLine;
  private final Map<String, RecordedTokens> anchors = new HashMap<>();
  private final List<Recording> recordings = new ArrayList<>();
  private byte[] open = new byte[32];
  private int depth;
  private @Nullable RecordedTokens replay;
  private int replayed;
  private int line;
  private String text = "";
  private String written = "";

  /** The first line of the content is line {@code firstLine} of the file. */
  YamlTokens(InputStream content, int firstLine) {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    parser = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, new InputStreamReader(content, decoder)));
    this.firstLine = firstLine;
    line = firstLine;
  }

  @Override
  public Token next() {
    while (true) {
      if (replay != null) {
        Token token = replayNext(replay);
        if (token != Token.END) {
          return token;
        }
      }
      Event event = event();
      switch (event.getEventId()) {
        case StreamEnd -> {
          return Token.END;
        }
        case Scalar -> {
          return scalar((ScalarEvent) event);
        }
        case MappingStart, SequenceStart -> {
          return begin((CollectionStartEvent) event, event.getEventId() == Event.ID.MappingStart);
        }
        case MappingEnd -> {
          return end(Token.END_MAP);
        }
        case SequenceEnd -> {
          return end(Token.END_LIST);
        }
        case Alias -> alias((AliasEvent) event);
        case StreamStart, DocumentStart, DocumentEnd, Comment -> {}
      }
    }
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String written() {
    return written;
  }

  @Override
  public int line() {
    return line;
  }

  private Token scalar(ScalarEvent event) {
    text = event.getValue();
    written = text;
    if (expectsKey()) {
      if (event.isPlain() && text.equals("<<")) {
        throw new MalformedException(line, "merge keys (<<) are not supported", "write the merged fields out");
      }
      open[depth - 1] = MAP_VALUE;
      return emit(Token.KEY);
    }
    Token token = kind(event);
    if (token == Token.INTEGER) {
      text = YamlScalars.decimal(text);
    } else if (token == Token.BOOLEAN) {
      text = Boolean.toString(YamlScalars.isTrue(text));
    }
    startRecording(event);
    valueDone();
    return emit(token);
  }

  private static Token kind(ScalarEvent event) {
    Optional<String> tag = event.getTag();
    if (tag.isEmpty()) {
      return event.isPlain() ? YamlScalars.kind(event.getValue()) : Token.TEXT;
    }
    return switch (tag.get()) {
      case TAG + "int", TAG + "float", TAG + "bool", TAG + "null" -> YamlScalars.kind(event.getValue());
      default -> Token.TEXT;
    };
  }

  private Token begin(CollectionStartEvent event, boolean map) {
    if (expectsKey()) {
      throw new MalformedException(line, "malformed YAML: a key is " + (map ? "a mapping" : "a list"), "use text as the key");
    }
    text = "";
    startRecording(event);
    if (depth == open.length) {
      if (depth >= MAX_DEPTH) {
        throw new MalformedException(line, "is nested too deep (more than " + MAX_DEPTH + " levels)", "flatten it");
      }
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = map ? MAP_KEY : LIST;
    return emit(map ? Token.BEGIN_MAP : Token.BEGIN_LIST);
  }

  private Token end(Token token) {
    text = "";
    depth--;
    valueDone();
    return emit(token);
  }

  private boolean expectsKey() {
    return depth > 0 && open[depth - 1] == MAP_KEY;
  }

  private void valueDone() {
    if (depth > 0 && open[depth - 1] == MAP_VALUE) {
      open[depth - 1] = MAP_KEY;
    }
  }

  private void alias(AliasEvent event) {
    String anchor = event.getAlias().getValue();
    RecordedTokens recorded = anchors.get(anchor);
    if (recordings.stream().anyMatch(recording -> recording.anchor().equals(anchor))) {
      throw new MalformedException(line, "malformed YAML: *" + anchor + " stands inside of &" + anchor + ", without an end", "write it out");
    }
    if (recorded == null) {
      throw new MalformedException(line, "malformed YAML: nothing before this line is called &" + anchor, "define it first");
    }
    if (expectsKey()) {
      throw new MalformedException(line, "an alias (*" + anchor + ") cannot be a key here", "write the key out");
    }
    replay = recorded.again();
  }

  private Token replayNext(RecordedTokens recorded) {
    Token token = recorded.next();
    if (token == Token.END) {
      replay = null;
      valueDone();
      return token;
    }
    if (++replayed > MAX_ALIAS_TOKENS) {
      throw new MalformedException(
          line, "the aliases expand to more than " + MAX_ALIAS_TOKENS + " values", "write the document without aliases");
    }
    text = recorded.text();
    written = text;
    line = recorded.line();
    return emit(token);
  }

  private void startRecording(NodeEvent event) {
    Optional<Anchor> anchor = event.getAnchor();
    if (anchor.isPresent()) {
      recordings.add(new Recording(anchor.get().getValue(), new RecordedTokens(), depth));
    }
  }

  private Token emit(Token token) {
    if (recordings.isEmpty()) {
      return token;
    }
    for (Recording recording : recordings) {
      recording.tokens().add(this, token);
    }
    while (!recordings.isEmpty() && recordings.get(recordings.size() - 1).depth() == depth && replay == null) {
      Recording done = recordings.remove(recordings.size() - 1);
      anchors.put(done.anchor(), done.tokens());
    }
    return token;
  }

  private Event event() {
    try {
      Event event = parser.next();
      event.getStartMark().ifPresent(mark -> line = firstLine + mark.getLine());
      return event;
    } catch (MarkedYamlEngineException e) {
      throw malformed(e);
    } catch (ReaderException e) {
      throw new MalformedException(
          line, "malformed YAML: a character that YAML does not allow, " + codePoint(e) + ", stands after this line", "remove it");
    } catch (YamlEngineException e) {
      throw unreadable(e);
    }
  }

  private static String codePoint(ReaderException e) {
    return String.format("U+%04X", e.getCodePoint());
  }

  private MalformedException malformed(MarkedYamlEngineException e) {
    String context = e.getContext() == null ? "" : e.getContext() + ", ";
    var mark = e.getProblem().contains("end of stream") && e.getContextMark().isPresent() ? e.getContextMark() : e.getProblemMark();
    int at = mark.map(m -> firstLine + m.getLine()).orElse(line);
    return new MalformedException(at, "malformed YAML: " + context + e.getProblem(), "correct the text there");
  }

  private MalformedException unreadable(YamlEngineException e) {
    if (e.getCause() instanceof CharacterCodingException) {
      return new MalformedException(line, "is not UTF-8 text (somewhere after this line)", "save it as UTF-8");
    }
    if (e.getCause() instanceof IOException io) {
      return new MalformedException(line, "cannot be read any further (" + IoReason.of(io) + ")", "check the file");
    }
    return new MalformedException(line, "malformed YAML: " + e.getMessage(), "correct the text there");
  }
}
