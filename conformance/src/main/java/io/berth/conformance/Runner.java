package io.berth.conformance;

import java.io.InputStream;
import java.util.List;

/** Runs the cases of one file, one after the other. */
final class Runner {

  private final SuiteKind kind;
  private final Report report;

  Runner(SuiteKind kind, Report report) {
    this.kind = kind;
    this.report = report;
  }

  /**
   * Reads a case file and reports on each of its cases.
   *
   * @throws UnusableInput when it is no case file of this suite
   */
  void run(InputStream in) {
    try (CaseFile file = CaseFile.open(in)) {
      if (!file.suite().equals(kind.suiteName())) {
        throw new UnusableInput("is of the suite \"" + file.suite() + "\", not " + kind.suiteName());
      }
      Suite suite = kind.create();
      List<Mismatch> header = suite.checkHeader(file.header());
      if (!header.isEmpty()) {
        report.add("header", new Verdict.Failed(header));
      }
      for (Case one = file.next(); one != null; one = file.next()) {
        runCase(suite, one);
      }
      suite.remarks().forEach(report::remark);
    }
  }

  private void runCase(Suite suite, Case one) {
    Verdict verdict;
    try {
      verdict = suite.run(one);
    } catch (RuntimeException e) {
      report.addThrown(one.id(), e);
      return;
    }
    report.add(one.id(), verdict);
  }
}
