/**
 * What every plugin must hold to, as tests: extend the class for each extension point that the plugin implements, and say how it is made.
 */
@NullMarked
package io.berth.testkit.contract;

import org.jspecify.annotations.NullMarked;
