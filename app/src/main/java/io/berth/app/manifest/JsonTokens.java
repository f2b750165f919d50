package io.berth.app.manifest;

import java.io.InputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** JSON as tokens; several documents may follow each other. */
final class JsonTokens implements Tokens {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonParser parser;
  private final int lineOffset;

  /** The first line of the content is line {@code firstLine} of the file. */
  JsonTokens(InputStream content, int firstLine) {
    lineOffset = firstLine - 1;
    try {
      parser = FACTORY.createParser(ObjectReadContext.empty(), content);
    } catch (JacksonException e) {
      throw malformed(e);
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
    String message = e.getOriginalMessage();
    int lineEnd = message.indexOf('\n');
    return new MalformedException(
        lineOffset + Math.max(1, e.getLocation().getLineNr()),
        "malformed JSON: " + (lineEnd < 0 ? message : message.substring(0, lineEnd)),
        "correct the text there");
  }
}
