/** A real cluster behind the framework's ports, on the fabric8 client. */
@NullMarked
package io.berth.cluster;

import org.jspecify.annotations.NullMarked;
