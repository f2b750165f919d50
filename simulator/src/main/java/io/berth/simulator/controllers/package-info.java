/**
 * Controllers of a cluster, written against the ports of {@code io.berth.framework.cluster} alone: they run on simulated time and beside
 * a real API server. Each may be late, be stopped and be started again; what it knows it learns anew at each start.
 */
@NullMarked
package io.berth.simulator.controllers;

import org.jspecify.annotations.NullMarked;
