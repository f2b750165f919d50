package io.berth.app.manifest;

import java.util.ArrayList;
import java.util.List;

/** Keeps what is wrong with the object that is being read until its name is known. */
final class ObjectIssues implements Binder.Issues {

  private record Issue(boolean error, int line, String field, String what, String advice, String pattern) {}

  private final Problems problems;
  private final List<Issue> pending = new ArrayList<>();

  ObjectIssues(Problems problems) {
    this.problems = problems;
  }

  @Override
  public void wrong(int line, String field, String what, String advice) {
    pending.add(new Issue(true, line, field, what, advice, ""));
  }

  @Override
  public void refused(int line, String field, String what, String advice) {
    pending.add(new Issue(false, line, field, what, advice, field));
  }

  @Override
  public void unknownField(int line, String field, String pattern) {
    pending.add(new Issue(false, line, field, "unknown field", "it is ignored; check its spelling and place", pattern));
  }

  boolean hasErrors() {
    return pending.stream().anyMatch(Issue::error);
  }

  /** Tells all of them as problems of one object. */
  void tell(Origin origin, String kind, String subject) {
    for (Issue issue : pending) {
      var problem = new Problem(origin.atLine(issue.line), subject, issue.field, issue.what, issue.advice);
      if (issue.error) {
        problems.error(problem);
      } else {
        problems.warning(issue.what + " " + kind + " " + issue.pattern, problem);
      }
    }
    pending.clear();
  }
}
