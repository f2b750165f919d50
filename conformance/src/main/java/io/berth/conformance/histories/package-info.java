/**
 * Random histories: clusters to which everything happens that can happen, on one clock, from one seed, and what must hold all the same.
 *
 * <p>{@code HistoryGenerator} makes a {@code History} out of a seed: steps, each with an {@link io.berth.conformance.histories.Action}.
 * {@code HistoryRun} makes a {@link io.berth.scenario.World} of it, in which {@code Actor} lets the actions happen; observers look at the
 * world after each event. {@code Shrinker} makes a history that fails as short as possible.
 *
 * <p>{@code --with NAME} adds a {@link io.berth.conformance.histories.Theme}, in a package of its own below this one and with a line in
 * {@code Themes}. It has three parts:
 *
 * <ul>
 *   <li>the theme itself: a record without components, which makes the other two;
 *   <li>a {@link io.berth.conformance.histories.ThemeDraft}, one for each history: how large it is, what there is at its start, what its
 *       pods have beside the usual ({@link io.berth.conformance.histories.PodTrait}), which actions of its own happen how often ({@link
 *       io.berth.conformance.histories.Action.OfTheme}), and which kinds its watches may lose;
 *   <li>a {@link io.berth.conformance.histories.ThemeRun}, one for each run: its plugins and gates, its controllers and observers (a {@link
 *       io.berth.scenario.WorldObserver} says {@link io.berth.scenario.World#violated} when something does not hold), its part of the
 *       independent evaluation of each decision, and which changes may wake a pod that its plugins turned down.
 * </ul>
 */
@NullMarked
package io.berth.conformance.histories;

import org.jspecify.annotations.NullMarked;
