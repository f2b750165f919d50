package io.berth.framework;

/**
 * A feature gate: upstream's name, default and maturity in 1.37, or a gate of our own.
 *
 * <p>Source: component-base/featuregate/feature_gate.go (FeatureSpec), v0.37.2.
 *
 * @param name the gate's name, compared exactly
 * @param enabledByDefault whether it is on unless somebody says otherwise
 * @param maturity how far the feature is
 * @param locked whether nobody who runs a scheduler may change it any more
 */
public record Feature(String name, boolean enabledByDefault, Maturity maturity, boolean locked) {
  /** How far a feature is. */
  public enum Maturity {
    /** Off by default, may change or go; {@code AllAlpha} means these. */
    ALPHA,
    /** Tried out, may be off by default; {@code AllBeta} means these. */
    BETA,
    /** On for good; its gate goes in a later release. */
    GA
  }

  /** A feature of one's own module that may change: alpha, not locked. */
  public Feature(String name, boolean enabledByDefault) {
    this(name, enabledByDefault, Maturity.ALPHA, false);
  }

  static Feature alpha(String name) {
    return new Feature(name, false, Maturity.ALPHA, false);
  }

  static Feature beta(String name, boolean enabledByDefault) {
    return new Feature(name, enabledByDefault, Maturity.BETA, false);
  }

  static Feature stable(String name) {
    return new Feature(name, true, Maturity.GA, false);
  }

  static Feature locked(String name) {
    return new Feature(name, true, Maturity.GA, true);
  }
}
