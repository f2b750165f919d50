/** Expands workloads (Deployment, StatefulSet, Job ...) to the pods that their controllers would create. */
@NullMarked
package io.berth.app.workload;

import org.jspecify.annotations.NullMarked;
