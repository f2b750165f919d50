/** Fixtures, assertions, contract kits and fakes for those who test plugins, and for Berth's own tests. */
@NullMarked
package io.berth.testkit;

import org.jspecify.annotations.NullMarked;
