package io.berth.dynamicresources.cel;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.values.OpaqueValue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An IPv4 or IPv6 address, without zone.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/ip.go, v1.37.2 (and Go's net/netip).
 */
final class IpAddress extends OpaqueValue implements KubeValue {

  private static final int GROUPS = 8;

  private final byte[] bytes;

  IpAddress(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Reads an address; {@code null} if the text is none, or has a zone, or is an IPv4 address mapped into IPv6. */
  static @Nullable IpAddress parse(String text) {
    byte[] bytes = text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
    return bytes == null || isMapped(bytes) ? null : new IpAddress(bytes);
  }

  /** Whether the text is an address of IPv6, of an IPv4 address mapped into it, too. */
  static boolean isV6(String text) {
    return text.indexOf(':') >= 0 && parseV6(text) != null;
  }

  private static boolean isMapped(byte[] bytes) {
    if (bytes.length == 4) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return bytes[10] == -1 && bytes[11] == -1;
  }

  private static byte @Nullable [] parseV4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return null;
    }
    byte[] bytes = new byte[4];
    for (int i = 0; i < 4; i++) {
      int value = number(parts[i], 3, 10);
      if (value < 0 || value > 255 || parts[i].length() > 1 && parts[i].charAt(0) == '0') {
        return null;
      }
      bytes[i] = (byte) value;
    }
    return bytes;
  }

  private static byte @Nullable [] parseV6(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return null;
    }
    byte[] bytes = new byte[2 * GROUPS];
    if (gap < 0) {
      return fill(text, bytes, false) == 2 * GROUPS ? bytes : null;
    }
    byte[] end = new byte[2 * GROUPS];
    int before = fill(text.substring(0, gap), bytes, true);
    int after = fill(text.substring(gap + 2), end, true);
    if (before < 0 || after < 0 || before + after >= 2 * GROUPS || text.substring(0, gap).indexOf('.') >= 0) {
      return null;
    }
    System.arraycopy(end, 0, bytes, 2 * GROUPS - after, after);
    return bytes;
  }

  /** Reads groups of four digits, and an IPv4 address at the end. Gives the number of bytes, or -1. */
  private static int fill(String text, byte[] into, boolean mayBeEmpty) {
    if (text.isEmpty()) {
      return mayBeEmpty ? 0 : -1;
    }
    String[] parts = text.split(":", -1);
    int length = 0;
    for (int i = 0; i < parts.length; i++) {
      byte[] v4 = i == parts.length - 1 && parts[i].indexOf('.') >= 0 ? parseV4(parts[i]) : null;
      if (v4 != null && length + 4 <= into.length) {
        System.arraycopy(v4, 0, into, length, 4);
        length += 4;
        continue;
      }
      int value = number(parts[i], 4, 16);
      if (value < 0 || length + 2 > into.length) {
        return -1;
      }
      into[length++] = (byte) (value >> 8);
      into[length++] = (byte) value;
    }
    return length;
  }

  private static int number(String digits, int longest, int base) {
    if (digits.isEmpty() || digits.length() > longest) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) < 128 ? Character.digit(digits.charAt(i), base) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * base + digit;
    }
    return value;
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public OpaqueType celType() {
    return DraTypes.IP;
  }

  byte[] bytes() {
    return bytes;
  }

  boolean isV4() {
    return bytes.length == 4;
  }

  private int at(int index) {
    return bytes[index] & 0xff;
  }

  private boolean isZeroBut(int last) {
    for (int i = 0; i < bytes.length - 1; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return at(bytes.length - 1) == last;
  }

  boolean isUnspecified() {
    return isZeroBut(0);
  }

  boolean isLoopback() {
    return isV4() ? at(0) == 127 : isZeroBut(1);
  }

  private boolean isMulticast() {
    return isV4() ? (at(0) & 0xf0) == 0xe0 : at(0) == 0xff;
  }

  boolean isLinkLocalMulticast() {
    return isV4() ? at(0) == 224 && at(1) == 0 && at(2) == 0 : at(0) == 0xff && (at(1) & 0x0f) == 2;
  }

  boolean isLinkLocalUnicast() {
    return isV4() ? at(0) == 169 && at(1) == 254 : at(0) == 0xfe && (at(1) & 0xc0) == 0x80;
  }

  boolean isGlobalUnicast() {
    boolean broadcast = isV4() && Arrays.equals(bytes, new byte[] {-1, -1, -1, -1});
    return !broadcast && !isUnspecified() && !isLoopback() && !isMulticast() && !isLinkLocalUnicast();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IpAddress that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The canonical text: the longest row of at least two zero groups is left out. */
  @Override
  public String toString() {
    if (isV4()) {
      return at(0) + "." + at(1) + "." + at(2) + "." + at(3);
    }
    int from = -1;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && group(end) == 0) {
        end++;
      }
      if (end - i > length) {
        from = i;
        length = end - i;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == from) {
        text.append("::");
        i += length - 1;
      } else {
        text.append(i == 0 || i == from + length && from >= 0 ? "" : ":").append(Integer.toHexString(group(i)));
      }
    }
    return text.toString();
  }

  private int group(int index) {
    return at(2 * index) << 8 | at(2 * index + 1);
  }
}
