package io.berth.app.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a YAML or JSON file that is a list of steps: objects whose fields hold text, trees or whole manifests. */
public final class StepReader {

  /**
   * One item of the list.
   *
   * @param origin where it begins; its item counts from one
   * @param fields in their order
   */
  public record Step(Origin origin, Map<String, Field> fields) {}

  /**
   * A field of a step.
   *
   * @param origin where it stands
   * @param value text, a number, a truth value, a map or a list as {@link DocumentTree} gives them; {@code null} when it is empty or
   *     holds manifests or a patch
   * @param manifests what it holds, if it is one of the fields for manifests
   * @param patch what it holds, if it is the field for patches
   */
  public record Field(Origin origin, @Nullable Object value, List<Manifest> manifests, @Nullable MergePatch patch) {}

  private final String file;
  private final Set<String> manifestFields;
  private final String patchField;
  private final Problems problems;
  private final List<Manifest> found = new ArrayList<>();
  private final DocumentReader documents;

  private StepReader(String file, Set<String> manifestFields, String patchField, Problems problems) {
    this.file = file;
    this.manifestFields = manifestFields;
    this.patchField = patchField;
    this.problems = problems;
    documents = new DocumentReader(problems, found::add);
  }

  /**
   * Reads a file; what is wrong goes to {@code problems}, and the result must not be used if there are errors.
   *
   * @param manifestFields names of the fields that hold a manifest, or a list of them
   * @param patchField name of the field that holds a patch
   */
  public static List<Step> read(Source source, Set<String> manifestFields, String patchField, Problems problems) {
    try (var in = source.opener().open()) {
      boolean json = source.name().toLowerCase(Locale.ROOT).endsWith(".json");
      var reader = new StepReader(source.name(), manifestFields, patchField, problems);
      var splitter = new DocumentSplitter(in, bytes -> {});
      var steps = new ArrayList<Step>();
      while (splitter.next()) {
        int line = splitter.line();
        reader.list(json || splitter.looksLikeJson() ? new JsonTokens(splitter.content(), line) : new YamlTokens(splitter.content(), line), steps);
      }
      if (steps.isEmpty() && !problems.hasErrors()) {
        problems.error(Problem.ofFile(source.name(), "has no steps in it", "it is a list of steps"));
      }
      return steps;
    } catch (MalformedException e) {
      problems.error(new Problem(new Origin(source.name(), 0, 0, e.line()), "", "", String.valueOf(e.getMessage()), e.advice()));
    } catch (IOException e) {
      problems.error(Problem.ofFile(source.name(), "cannot be read (" + IoReason.of(e) + ")", "check the file"));
    }
    return List.of();
  }

  private void list(Tokens tokens, List<Step> steps) {
    for (Token first = tokens.next(); first != Token.END; first = tokens.next()) {
      if (first == Token.NULL) {
        continue;
      }
      if (first != Token.BEGIN_LIST) {
        error(tokens.line(), "is " + first.noun() + ", but must be a list", "begin each step with \"- at: 30s\"");
        tokens.skip(first);
        continue;
      }
      for (Token token = tokens.next(); token != Token.END_LIST && token != Token.END; token = tokens.next()) {
        step(tokens, token, steps);
      }
    }
  }

  private void step(Tokens tokens, Token first, List<Step> steps) {
    if (first != Token.BEGIN_MAP) {
      error(tokens.line(), "a step is " + first.noun() + ", but must be an object", "begin each step with \"- at: 30s\"");
      tokens.skip(first);
      return;
    }
    Origin origin = null;
    var fields = new LinkedHashMap<String, Field>();
    int last = tokens.line();
    for (Token token = tokens.next(); token == Token.KEY; token = tokens.next()) {
      String name = tokens.text();
      last = tokens.line();
      var at = new Origin(file, 0, 0, last);
      origin = origin == null ? at : origin;
      Token value = tokens.next();
      if (fields.put(name, field(name, at, tokens, value)) != null) {
        error(last, name + " is given twice", "remove one of them");
      }
    }
    steps.add(new Step(origin == null ? new Origin(file, 0, 0, last) : origin, fields));
  }

  private Field field(String name, Origin at, Tokens tokens, Token value) {
    if (manifestFields.contains(name) && (value == Token.BEGIN_MAP || value == Token.BEGIN_LIST)) {
      return new Field(at, null, manifests(tokens, value), null);
    }
    return patchField.equals(name) && value == Token.BEGIN_MAP
        ? new Field(at, null, List.of(), MergePatch.read(tokens))
        : new Field(at, new DocumentTree(tokens).value(value), List.of(), null);
  }

  private List<Manifest> manifests(Tokens tokens, Token first) {
    found.clear();
    if (first == Token.BEGIN_MAP) {
      documents.document(tokens, first, new Origin(file, 0, 0, tokens.line()));
    } else {
      for (Token token = tokens.next(); token != Token.END_LIST && token != Token.END; token = tokens.next()) {
        documents.document(tokens, token, new Origin(file, 0, 0, tokens.line()));
      }
    }
    return List.copyOf(found);
  }

  private void error(int line, String what, String advice) {
    problems.error(new Problem(new Origin(file, 0, 0, line), "", "", what, advice));
  }
}
