/** The demo manifests of a public device driver, simulated beside slices for its profiles. */
@NullMarked
package io.berth.conformance.devices;

import org.jspecify.annotations.NullMarked;
