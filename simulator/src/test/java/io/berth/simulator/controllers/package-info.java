/** Tests of the simulator. */
@NullMarked
package io.berth.simulator.controllers;

import org.jspecify.annotations.NullMarked;
