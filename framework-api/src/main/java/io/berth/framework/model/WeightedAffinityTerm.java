package io.berth.framework.model;

/** A preferred term and its weight. Source: kube-scheduler/framework/types.go WeightedAffinityTerm, v0.37.2. */
public record WeightedAffinityTerm(AffinityTerm term, int weight) {}
