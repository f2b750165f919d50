package io.berth.app.manifest;

import java.util.ArrayList;
import java.util.List;

/** Tokens that were read before it was known what they mean, to be read again. */
final class RecordedTokens implements Tokens {

  private record Entry(Token token, String text, String written, int line) {}

  private final List<Entry> entries;
  private int next;
  private Entry current = new Entry(Token.END, "", "", 0);

  RecordedTokens() {
    this(new ArrayList<>());
  }

  private RecordedTokens(List<Entry> entries) {
    this.entries = entries;
  }

  /** Records the value that begins with the current token of a stream. */
  void record(Tokens tokens, Token first) {
    int depth = 0;
    Token token = first;
    while (token != Token.END) {
      add(tokens, token);
      if (token == Token.BEGIN_MAP || token == Token.BEGIN_LIST) {
        depth++;
      } else if (token == Token.END_MAP || token == Token.END_LIST) {
        depth--;
      }
      if (depth == 0) {
        return;
      }
      token = tokens.next();
    }
  }

  /** Records the current token of a stream. */
  void add(Tokens tokens, Token token) {
    entries.add(new Entry(token, tokens.text(), tokens.written(), tokens.line()));
  }

  /** Adds a token that no stream had. */
  void add(Token token, String text, int line) {
    entries.add(new Entry(token, text, text, line));
  }

  int size() {
    return entries.size();
  }

  @Override
  public Token next() {
    current = next < entries.size() ? entries.get(next++) : new Entry(Token.END, "", "", current.line());
    return current.token();
  }

  @Override
  public String text() {
    return current.text();
  }

  @Override
  public String written() {
    return current.written();
  }

  @Override
  public int line() {
    return current.line();
  }

  /** The same tokens from the start, to be read beside this reading. */
  RecordedTokens again() {
    return new RecordedTokens(entries);
  }
}
