/**
 * Reads Kubernetes manifests as a stream: files, directories and standard input, any mix of YAML and JSON documents and lists.
 */
@NullMarked
package io.berth.app.manifest;

import org.jspecify.annotations.NullMarked;
