/**
 * What plugins share about devices: which classes stand for resources, and how many devices a node has.
 *
 * <p>Source: kube-scheduler/framework/listers.go (SharedDRAManager), v1.37.2.
 */
@NullMarked
package io.berth.framework.devices;

import org.jspecify.annotations.NullMarked;
