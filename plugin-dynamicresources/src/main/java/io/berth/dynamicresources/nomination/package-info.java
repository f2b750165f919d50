/**
 * What is held for pods that have preempted others and are not scheduled yet, and what is still to be released for them.
 *
 * <p>Source: KEP-5690, Claim nomination.
 */
@NullMarked
package io.berth.dynamicresources.nomination;

import org.jspecify.annotations.NullMarked;
