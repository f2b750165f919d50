package io.berth.conformance;

import io.berth.dynamicresources.slices.Device;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tries every combination of devices and alternatives. */
final class NaiveSearch {

  private static final int MOST_DEVICES = 32;
  private static final int MOST_QUESTIONS = 3_000_000;

  private final NaiveRules rules;
  private final List<NaiveRules.Choice> chosen = new ArrayList<>();
  private int questions;

  NaiveSearch(NaiveRules rules) {
    this.rules = rules;
  }

  /** Devices for all claims; null if there are none. */
  @Nullable List<NaiveRules.Choice> find() {
    return from(0, 0) ? chosen : null;
  }

  private boolean from(int claim, int request) {
    if (claim == rules.input().claims().size()) {
      return true;
    }
    List<List<NaiveRequest>> requests = rules.requests(claim);
    if (request == requests.size()) {
      return chosen.stream().filter(choice -> choice.claim() == claim).count() <= MOST_DEVICES && from(claim + 1, 0);
    }
    for (NaiveRequest alternative : requests.get(request)) {
      List<Device> matching = rules.devices().stream().filter(device -> rules.matches(alternative, device)).toList();
      long count = alternative.all() ? matching.size() : alternative.count();
      if (count > 0 && pick(claim, request, alternative, matching, 0, count)) {
        return true;
      }
    }
    return false;
  }

  private boolean pick(int claim, int request, NaiveRequest alternative, List<Device> matching, int start, long more) {
    if (more == 0) {
      return from(claim, request + 1);
    }
    for (int i = start; i + more <= matching.size(); i++) {
      NaiveRules.Choice choice = new NaiveRules.Choice(claim, alternative, matching.get(i));
      if (++questions > MOST_QUESTIONS) {
        throw new IllegalStateException("more combinations than can be tried");
      }
      if (rules.problem(chosen, choice) == null) {
        chosen.add(choice);
        if (pick(claim, request, alternative, matching, i + 1, more - 1)) {
          return true;
        }
        chosen.remove(chosen.size() - 1);
      }
    }
    return false;
  }
}
