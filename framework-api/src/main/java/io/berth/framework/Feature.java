package io.berth.framework;

/**
 * A feature gate: upstream's name and its default in 1.37, or a gate of our own.
 *
 * @param name the gate's name, compared exactly
 * @param enabledByDefault whether it is on unless somebody says otherwise
 */
public record Feature(String name, boolean enabledByDefault) {}
