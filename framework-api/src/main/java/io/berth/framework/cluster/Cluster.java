package io.berth.framework.cluster;

/** A cluster: what happens there, and how to change it. Implemented by the simulator and by real clients. Thread-safe. */
public interface Cluster extends ClusterEvents, ClusterWrites, EventRecorder {}
