/** The experiments of the OPSche paper, in virtual time. */
@NullMarked
package io.berth.conformance.opsche;

import org.jspecify.annotations.NullMarked;
