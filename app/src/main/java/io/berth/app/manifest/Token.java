package io.berth.app.manifest;

/** What stands next in a document, be it YAML or JSON. */
enum Token {
  BEGIN_MAP,
  END_MAP,
  BEGIN_LIST,
  END_LIST,
  /** A key of a mapping; its value follows. */
  KEY,
  TEXT,
  /** A whole number, its text in decimal. */
  INTEGER,
  FLOAT,
  BOOLEAN,
  NULL,
  /** Nothing more. */
  END;

  boolean isScalar() {
    return switch (this) {
      case TEXT, INTEGER, FLOAT, BOOLEAN, NULL -> true;
      case BEGIN_MAP, END_MAP, BEGIN_LIST, END_LIST, KEY, END -> false;
    };
  }

  /** For messages: what a value that begins with this token is. */
  String noun() {
    return switch (this) {
      case BEGIN_MAP -> "an object";
      case BEGIN_LIST -> "a list";
      case TEXT -> "text";
      case INTEGER -> "a whole number";
      case FLOAT -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "empty";
      case END_MAP, END_LIST, KEY, END -> "nothing";
    };
  }
}
