package io.berth.app;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * What a command has of the outside world.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param errIsTerminal whether somebody watches standard error, so that progress is worth showing
 * @param nanoTime a clock that only measures how long something takes
 */
public record Console(InputStream in, PrintWriter out, PrintWriter err, boolean errIsTerminal, LongSupplier nanoTime) {}
