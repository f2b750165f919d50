package io.berth.app.manifest;

/** Gets the objects of an input, in its order. */
@FunctionalInterface
public interface ManifestSink {

  /** An object that can be used. */
  void accept(Manifest manifest);

  /** An object that has a name but cannot be used, which has been told. Nothing in it but its kind and its names can be relied on. */
  default void broken(Manifest manifest) {}
}
