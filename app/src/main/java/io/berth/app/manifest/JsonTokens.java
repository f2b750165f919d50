package io.berth.app.manifest;

import java.io.InputStream;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** JSON as tokens; several documents may follow each other. */
final class JsonTokens implements Tokens {

  private static final int MAX_DEPTH = 512;
  private static final int MAX_NAME = 50_000;
  private static final int MAX_NUMBER = 1_000;
  private static final int MAX_TEXT = 100_000_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNameLength(MAX_NAME)
                  .maxNumberLength(MAX_NUMBER)
                  .maxStringLength(MAX_TEXT)
                  .build())
          .build();

  /** What the parser says of itself rather than of the text: its settings, and how it calls its input. */
  private static final Pattern OF_THE_PARSER =
      Pattern.compile(" \\(not recognized as one since [^)]*\\)| \\(start marker at \\[Source: .*\\]\\)|: enable `[^`]*` to allow|; enable `[^`]*` to allow");

  private final JsonParser parser;
  private final int lineOffset;

  /** The first line of the content is line {@code firstLine} of the file. */
  JsonTokens(InputStream content, int firstLine) {
    lineOffset = firstLine - 1;
    try {
      parser = FACTORY.createParser(ObjectReadContext.empty(), content);
    } catch (JacksonException e) {
      throw new MalformedException(firstLine, "malformed JSON: " + e.getOriginalMessage(), "correct the text there");
    }
  }

  @Override
  public Token next() {
    JsonToken token;
    try {
      token = parser.nextToken();
    } catch (JacksonException e) {
      throw malformed(e);
    }
    if (token == null) {
      return Token.END;
    }
    return switch (token) {
      case START_OBJECT -> Token.BEGIN_MAP;
      case END_OBJECT -> Token.END_MAP;
      case START_ARRAY -> Token.BEGIN_LIST;
      case END_ARRAY -> Token.END_LIST;
      case PROPERTY_NAME -> Token.KEY;
      case VALUE_STRING -> Token.TEXT;
      case VALUE_NUMBER_INT -> Token.INTEGER;
      case VALUE_NUMBER_FLOAT -> Token.FLOAT;
      case VALUE_TRUE, VALUE_FALSE -> Token.BOOLEAN;
      case VALUE_NULL -> Token.NULL;
      case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("a blocking JSON parser gives no " + token);
    };
  }

  @Override
  public String text() {
    try {
      String text = parser.getString();
      return text == null ? "" : text;
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  @Override
  public int line() {
    return lineOffset + Math.max(1, parser.currentTokenLocation().getLineNr());
  }

  private MalformedException malformed(JacksonException e) {
    TokenStreamLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
    int line = lineOffset + Math.max(1, at.getLineNr());
    String message = e.getOriginalMessage();
    if (e instanceof StreamConstraintsException) {
      return tooMuch(line, message);
    }
    int lineEnd = message.indexOf('\n');
    String told = OF_THE_PARSER.matcher(lineEnd < 0 ? message : message.substring(0, lineEnd)).replaceAll("");
    return new MalformedException(line, "malformed JSON: " + told, "correct the text there");
  }

  private static MalformedException tooMuch(int line, String message) {
    if (message.contains("nesting depth")) {
      return new MalformedException(line, "is nested too deep (more than " + MAX_DEPTH + " levels)", "flatten it");
    } else if (message.contains("Name")) {
      return new MalformedException(line, "a name is too long (more than " + MAX_NAME + " characters)", "shorten it");
    } else if (message.contains("Number")) {
      return new MalformedException(line, "a number is too long (more than " + MAX_NUMBER + " digits)", "correct it");
    }
    return new MalformedException(line, "a text is too long (more than " + MAX_TEXT + " characters)", "shorten it");
  }
}
