package io.berth.dynamicresources.allocator;

import java.util.List;
import java.util.function.Supplier;

/**
 * The devices that were chosen.
 *
 * @param claims the claims
 * @param picks the devices, claim by claim, in the order in which they were chosen
 * @param alternatives by claim and request, which alternative was taken
 * @param classes by claim and wish, the class as it was
 * @param nodeName the node
 * @param context what the results need beside that
 */
record Solution(List<ClaimToAllocate> claims, List<Picked> picks, int[][] alternatives, ParsedClass[][] classes,
    String nodeName, Context context) {

  /**
   * What results need.
   *
   * @param bindingConditions whether binding conditions are told
   * @param shareIds new numbers of shares
   */
  record Context(boolean bindingConditions, Supplier<String> shareIds) {}

  @Override
  public String toString() {
    return picks.toString();
  }
}
