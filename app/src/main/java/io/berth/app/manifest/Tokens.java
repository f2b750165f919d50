package io.berth.app.manifest;

/** A document as a stream of tokens. Every method throws {@link MalformedException} when the text is no YAML or JSON. */
interface Tokens {

  /** Goes to the next token. After {@link Token#END} it stays there. */
  Token next();

  /** The key, or the scalar as text, of the current token. */
  String text();

  /** The current scalar as the user wrote it, for messages. */
  default String written() {
    return text();
  }

  /** The line of the file on which the current token stands. */
  int line();

  /** Skips the value that began with the given token, the current one. */
  default void skip(Token first) {
    int depth = 0;
    Token token = first;
    while (true) {
      switch (token) {
        case BEGIN_MAP, BEGIN_LIST -> depth++;
        case END_MAP, END_LIST -> depth--;
        case END -> {
          return;
        }
        case KEY, TEXT, INTEGER, FLOAT, BOOLEAN, NULL -> {}
      }
      if (depth == 0) {
        return;
      }
      token = next();
    }
  }
}
