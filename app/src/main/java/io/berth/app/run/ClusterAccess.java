package io.berth.app.run;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the cluster is found and reached. */
public final class ClusterAccess {
  private static final int MAX_PORT = 65_535;
  private static final String SERVICE_HOST = "KUBERNETES_SERVICE_HOST";

  /** A list of a large cluster takes its time. */
  private static final int REQUEST_MILLIS = 60_000;

  /** Doubles with each attempt, 32-fold at most: a restarted API server is followed again after at most 8 s. */
  private static final int RECONNECT_MILLIS = 250;

  private ClusterAccess() {}

  /**
   * A client for a cluster that answers.
   *
   * @param kubeconfig the file to use, or {@code null} for the one that kubectl would find, or the service account of this pod
   * @param environment the process's
   */
  public static KubernetesClient connect(@Nullable Path kubeconfig, Map<String, String> environment) throws UnusableException {
    Config found = kubeconfig == null ? findConfig(environment) : read(kubeconfig);
    // Writes are tried again by whoever decides about them, and watches by themselves; a retry in between would hide both.
    Config config =
        new ConfigBuilder(found)
            .withRequestRetryBackoffLimit(0)
            .withRequestTimeout(REQUEST_MILLIS)
            .withWatchReconnectInterval(RECONNECT_MILLIS)
            .build();
    requireAddress(config.getMasterUrl());
    KubernetesClient client = client(config);
    try {
      requireAnswer(client);
      return client;
    } catch (UnusableException e) {
      client.close();
      throw e;
    }
  }

  private static Config read(Path kubeconfig) throws UnusableException {
    if (!Files.isRegularFile(kubeconfig) || !Files.isReadable(kubeconfig)) {
      String why = Files.exists(kubeconfig) ? "cannot be read" : "does not exist";
      throw new UnusableException(kubeconfig + ": " + why + "; --kubeconfig takes the file that kubectl would use");
    }
    Config config;
    try {
      config = Config.fromKubeconfig(kubeconfig.toFile());
    } catch (RuntimeException malformed) {
      String message = lastMessage(malformed);
      String why = message.contains(" line ") ? message : "it is to have clusters, users and contexts";
      throw new UnusableException(kubeconfig + ": is no kubeconfig: " + why);
    }
    if (config.getCurrentContext() == null || config.getCurrentContext().getContext() == null) {
      throw new UnusableException(kubeconfig + ": has no current context that names a cluster; kubectl config use-context sets it");
    }
    return config;
  }

  private static Config findConfig(Map<String, String> environment) throws UnusableException {
    List<String> looked = new ArrayList<>(Config.getKubeconfigFilenames());
    for (String file : looked) {
      if (Files.isRegularFile(Path.of(file))) {
        return looked.size() == 1 ? read(Path.of(file)) : Config.autoConfigure(null);
      }
    }
    if (environment.containsKey(SERVICE_HOST)) { // in a pod
      return Config.autoConfigure(null);
    }
    throw new UnusableException(
        "no cluster to run on: there is no kubeconfig (" + String.join(", ", looked) + "), and this is no pod of a cluster ("
            + SERVICE_HOST + " is not set); give one with --kubeconfig FILE");
  }

  private static KubernetesClient client(Config config) throws UnusableException {
    try {
      return new KubernetesClientBuilder().withConfig(config).build();
    } catch (KubernetesClientException e) {
      String advice = "check the certificates and keys in the kubeconfig, and the files that it names";
      throw new UnusableException(config.getMasterUrl() + ": cannot be connected to: " + lastMessage(e) + "; " + advice);
    }
  }

  private static void requireAddress(String server) throws UnusableException {
    try {
      URI uri = new URI(server);
      if (uri.getHost() != null && uri.getPort() <= MAX_PORT) {
        return;
      }
    } catch (URISyntaxException malformed) {
      // As one without a host.
    }
    throw new UnusableException(server + ": is no address of an API server; give the kubeconfig's cluster one like https://host:6443");
  }

  private static void requireAnswer(KubernetesClient client) throws UnusableException {
    try {
      client.getKubernetesVersion();
    } catch (KubernetesClientException e) {
      boolean answered = e.getStatus() != null && e.getStatus().getMessage() != null;
      String why = answered ? e.getStatus().getMessage() : lastMessage(e);
      throw new UnusableException(client.getMasterUrl() + ": the API server cannot be used: " + why + "; " + advice(e));
    }
  }

  private static String advice(KubernetesClientException failure) {
    if (failure.getCode() == 401 || failure.getCode() == 403) {
      return "the kubeconfig's user needs credentials that the server accepts";
    }
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof GeneralSecurityException) {
        return "the kubeconfig's cluster needs the certificate-authority of the server's certificate";
      }
    }
    return "check the server's address in the kubeconfig, and that it is running";
  }

  /** The innermost message, which says what happened; on one line. */
  private static String lastMessage(Throwable failure) {
    String message = failure.toString();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      message = t.getMessage() == null ? message : t.getMessage();
    }
    return message.lines().map(String::strip).reduce((a, b) -> a + " " + b).orElse(message);
  }
}
