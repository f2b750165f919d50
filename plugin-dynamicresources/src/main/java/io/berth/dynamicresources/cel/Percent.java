package io.berth.dynamicresources.cel;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Percent encoding of URLs. */
final class Percent {

  private static final String HEX = "0123456789ABCDEF";

  private Percent() {}

  /**
   * Takes the encoding away.
   *
   * @param onlyBeyondAscii whether only characters that ASCII does not have may be encoded
   * @throws IllegalArgumentException if something is encoded wrongly
   */
  static String decode(String text, boolean onlyBeyondAscii) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        decoded.write(bytes[i]);
        continue;
      }
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      if (low < 0 || onlyBeyondAscii && high < 8) {
        throw new IllegalArgumentException("invalid URL escape");
      }
      decoded.write(high << 4 | low);
      i += 2;
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  /** Encodes all but letters, digits and these characters. */
  static String encode(String text, String kept) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b > 0 && (Url.isAlphanumeric(b) || kept.indexOf(b) >= 0)) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
      }
    }
    return encoded.toString();
  }
}
