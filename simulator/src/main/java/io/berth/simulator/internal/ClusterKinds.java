package io.berth.simulator.internal;

import io.berth.framework.cluster.ResourceKind;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;

/** Kinds that no scheduler watches. */
public final class ClusterKinds {
  /** The namespace of the leases of nodes. */
  public static final String NODE_LEASES = "kube-node-lease";

  public static final ResourceKind<Deployment> DEPLOYMENTS =
      new ResourceKind<>("apps", "v1", "deployments", "Deployment", true, Deployment.class);
  public static final ResourceKind<Job> JOBS = new ResourceKind<>("batch", "v1", "jobs", "Job", true, Job.class);
  public static final ResourceKind<Lease> LEASES =
      new ResourceKind<>("coordination.k8s.io", "v1", "leases", "Lease", true, Lease.class);

  private ClusterKinds() {}
}
