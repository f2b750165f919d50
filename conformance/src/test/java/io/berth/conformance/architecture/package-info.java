/** The rules of the house, enforced on the byte code of all modules. */
@NullMarked
package io.berth.conformance.architecture;

import org.jspecify.annotations.NullMarked;
