package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.DraTypes.URL;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import org.jspecify.annotations.Nullable;

/**
 * URLs.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/urls.go, v1.37.2.
 */
final class UrlFunctions {

  private static final CelType STRING = SimpleType.STRING;

  private UrlFunctions() {}

  static void addTo(FunctionLibrary library) {
    library
        .global("url", unary("string_to_url", String.class, UrlFunctions::parse), URL, STRING)
        .global("isURL", unary("is_url_string", String.class, text -> problem(text) == null), SimpleType.BOOL, STRING)
        .member("getScheme", unary("url_get_scheme", Url.class, Url::scheme), STRING, URL)
        .member("getHost", unary("url_get_host", Url.class, Url::host), STRING, URL)
        .member("getHostname", unary("url_get_hostname", Url.class, Url::hostname), STRING, URL)
        .member("getPort", unary("url_get_port", Url.class, Url::port), STRING, URL)
        .member("getEscapedPath", unary("url_get_escaped_path", Url.class, Url::escapedPath), STRING, URL)
        .member("getQuery", unary("url_get_query", Url.class, Url::parameters), MapType.create(STRING, ListType.create(STRING)), URL);
  }

  private static Url parse(String text) {
    try {
      return Url.parse(text);
    } catch (IllegalArgumentException e) {
      throw RuntimeErrors.invalid("URL parse error during conversion from string: parse \"" + text + "\": " + e.getMessage());
    }
  }

  /** Why the text is no URL; {@code null} if it is one. */
  static @Nullable String problem(String text) {
    try {
      Url.parse(text);
      return null;
    } catch (IllegalArgumentException e) {
      return "parse \"" + text + "\": " + e.getMessage();
    }
  }
}
