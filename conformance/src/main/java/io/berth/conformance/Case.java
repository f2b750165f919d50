package io.berth.conformance;

import tools.jackson.databind.JsonNode;

/**
 * One case of a file.
 *
 * @param id the case's name, unique in its file
 * @param input what upstream was given
 * @param expected what upstream made of it
 */
record Case(String id, JsonNode input, JsonNode expected) {}
