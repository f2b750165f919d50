package io.berth.dynamicresources.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An absolute URL, or an absolute path.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/urls.go, v1.37.2 (and Go's net/url).
 */
record Url(String text, String scheme, String host, String escapedPath, String query) implements KubeValue {

  private static final String PATH_CHARACTERS = "$&+,/:;=@-_.~";
  private static final String KEPT_CHARACTERS = PATH_CHARACTERS + "!'()*[]%";
  private static final String HOST_CHARACTERS = "-_.~!$&'()*+,;=:[]<>\"";

  /**
   * Reads a URL.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Url parse(String text) {
    // The whole text, its fragment too, has to be one; what it is made of, is looked for before the fragment.
    parse(text, true);
    int hash = text.indexOf('#');
    if (hash < 0) {
      return parse(text, false);
    }
    Percent.decode(text.substring(hash + 1), false);
    Url url = parse(text.substring(0, hash), false);
    return new Url(text, url.scheme, url.host, url.escapedPath, url.query);
  }

  private static Url parse(String text, boolean request) {
    if (text.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw new IllegalArgumentException("invalid control character in URL");
    }
    if (text.isEmpty() && request) {
      throw new IllegalArgumentException("empty url");
    }
    if (text.equals("*")) {
      return new Url(text, "", "", "*", "");
    }
    int colon = schemeEnd(text);
    String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = text.substring(colon + 1);
    int question = rest.indexOf('?');
    String query = question < 0 ? "" : rest.substring(question + 1);
    rest = question < 0 ? rest : rest.substring(0, question);
    if (!rest.startsWith("/")) {
      if (!scheme.isEmpty()) {
        return new Url(text, scheme, "", "", query);
      }
      int slash = rest.indexOf('/');
      if (request || (slash < 0 ? rest : rest.substring(0, slash)).indexOf(':') >= 0) {
        throw new IllegalArgumentException(request ? "invalid URI for request" : "first path segment in URL cannot contain colon");
      }
    }
    String host = "";
    if ((!scheme.isEmpty() || !request && !rest.startsWith("///")) && rest.startsWith("//")) {
      int slash = rest.indexOf('/', 2);
      host = host(scheme, rest.substring(2, slash < 0 ? rest.length() : slash));
      rest = slash < 0 ? "" : rest.substring(slash);
    }
    String path = Percent.decode(rest, false);
    return new Url(text, scheme, host, rest.chars().allMatch(c -> isAlphanumeric(c) || KEPT_CHARACTERS.indexOf(c) >= 0)
        ? rest : Percent.encode(path, PATH_CHARACTERS), query);
  }

  /** The place of the colon behind a scheme, or -1. */
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        if (i == 0) {
          throw new IllegalArgumentException("missing protocol scheme");
        }
        return i;
      }
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (!letter && (i == 0 || "0123456789+-.".indexOf(c) < 0)) {
        return -1;
      }
    }
    return -1;
  }

  private static String host(String scheme, String authority) {
    int at = authority.lastIndexOf('@');
    if (at >= 0) {
      String user = authority.substring(0, at);
      if (!user.chars().allMatch(c -> isAlphanumeric(c) || "-._:~!$&'()*+,;=%@".indexOf(c) >= 0)) {
        throw new IllegalArgumentException("net/url: invalid userinfo");
      }
      Percent.decode(user, false);
    }
    String host = authority.substring(at + 1);
    int bracket = host.lastIndexOf('[');
    if (bracket > 0) {
      throw new IllegalArgumentException("invalid IP-literal");
    }
    if (bracket == 0) {
      int end = host.lastIndexOf(']');
      if (end < 0) {
        throw new IllegalArgumentException("missing ']' in host");
      }
      checkPort(host.substring(end + 1));
      int zone = host.indexOf("%25");
      if (!IpAddress.isV6(host.substring(1, zone > 0 ? zone : end))) {
        throw new IllegalArgumentException("invalid host");
      }
      return zone > 0 ? Percent.decode(host, false) : host;
    }
    int colon = scheme.equals("http") || scheme.equals("https") ? host.indexOf(':') : host.lastIndexOf(':');
    if (colon >= 0) {
      checkPort(host.substring(colon));
    }
    host.chars().filter(c -> c <= 127 && !isAlphanumeric(c) && c != '%' && HOST_CHARACTERS.indexOf(c) < 0).findFirst().ifPresent(c -> {
      throw new IllegalArgumentException("invalid character " + Texts.quote(Character.toString(c)) + " in host name");
    });
    return Percent.decode(host, true);
  }

  private static void checkPort(String port) {
    if (!port.isEmpty() && (port.charAt(0) != ':' || !port.chars().skip(1).allMatch(c -> c >= '0' && c <= '9'))) {
      throw new IllegalArgumentException("invalid port \"" + port + "\" after host");
    }
  }

  static boolean isAlphanumeric(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  private int portColon() {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? colon : -1;
  }

  /** The host without port and brackets. */
  String hostname() {
    String name = portColon() < 0 ? host : host.substring(0, portColon());
    return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
  }

  String port() {
    return portColon() < 0 ? "" : host.substring(portColon() + 1);
  }

  /** The parameters of the query; those that cannot be decoded are left out. */
  Map<String, List<String>> parameters() {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String key = decodedParameter(equals < 0 ? pair : pair.substring(0, equals));
      String value = decodedParameter(equals < 0 ? "" : pair.substring(equals + 1));
      if (!pair.isEmpty() && pair.indexOf(';') < 0 && key != null && value != null) {
        parameters.computeIfAbsent(key, ignored -> new ArrayList<>()).add(value);
      }
    }
    return parameters;
  }

  private static @Nullable String decodedParameter(String text) {
    try {
      return Percent.decode(text.replace('+', ' '), false);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Url that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
