package io.berth.dynamicresources.cel;

/**
 * What the environment of an expression declares. It only decides what compiles: a scheduler works on stored expressions,
 * which may use everything whatever its gates say ({@link #STORED}); an API server refuses in new expressions what its gates
 * do not allow.
 *
 * <p>Source: staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go Features, v1.37.2.
 *
 * @param consumableCapacity whether {@code device.allowMultipleAllocations} exists (DRAConsumableCapacity)
 * @param listTypeAttributes whether attributes may be lists, and {@code includes} exists (DRAListTypeAttributes)
 */
public record CelFeatures(boolean consumableCapacity, boolean listTypeAttributes) {

  /** The environment of stored expressions: everything. */
  public static final CelFeatures STORED = new CelFeatures(true, true);
}
