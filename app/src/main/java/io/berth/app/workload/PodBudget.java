package io.berth.app.workload;

/** How many pods workloads may still add. Beyond the limit a typing error is likelier than a cluster, and memory ends before time does. */
final class PodBudget {

  /** The most pods that the workloads of one input may add. */
  static final int MOST = 1_000_000;

  private int left = MOST;
  private long refused;

  /** Whether so many more pods may be added; if not, the budget stays as it is. */
  boolean take(long pods) {
    if (pods > left) {
      refused += pods;
      return false;
    }
    left -= (int) pods;
    return true;
  }

  /** How many pods were refused since the last call. */
  long takeRefused() {
    long pods = refused;
    refused = 0;
    return pods;
  }
}
