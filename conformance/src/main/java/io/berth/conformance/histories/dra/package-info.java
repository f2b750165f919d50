/**
 * Histories about devices: claims that pods share, name or make from templates, pools that grow, shrink and change, a claim controller
 * that is late, stops and starts, another scheduler that takes devices, and writes of claims that go wrong.
 */
@NullMarked
package io.berth.conformance.histories.dra;

import org.jspecify.annotations.NullMarked;
