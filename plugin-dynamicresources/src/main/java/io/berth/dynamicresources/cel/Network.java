package io.berth.dynamicresources.cel;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.values.OpaqueValue;
import org.jspecify.annotations.Nullable;

/**
 * An address with the length of its network's prefix.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/cidr.go, v1.37.2 (and Go's net/netip).
 */
final class Network extends OpaqueValue implements KubeValue {

  private final IpAddress address;
  private final int prefixLength;

  private Network(IpAddress address, int prefixLength) {
    this.address = address;
    this.prefixLength = prefixLength;
  }

  /** Reads {@code address/length}; {@code null} if the text is not that. */
  static @Nullable Network parse(String text) {
    int slash = text.lastIndexOf('/');
    IpAddress address = slash < 0 ? null : IpAddress.parse(text.substring(0, slash));
    String digits = text.substring(slash + 1);
    if (address == null || !digits.matches("0|[1-9][0-9]{0,2}")) {
      return null;
    }
    int length = Integer.parseInt(digits);
    return length > address.bytes().length * 8 ? null : new Network(address, length);
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public OpaqueType celType() {
    return DraTypes.CIDR;
  }

  IpAddress address() {
    return address;
  }

  int prefixLength() {
    return prefixLength;
  }

  Network masked() {
    byte[] bytes = address.bytes().clone();
    for (int bit = prefixLength; bit < bytes.length * 8; bit++) {
      bytes[bit / 8] &= (byte) ~(0x80 >> bit % 8);
    }
    return new Network(new IpAddress(bytes), prefixLength);
  }

  boolean contains(IpAddress other) {
    return other.isV4() == address.isV4() && new Network(other, prefixLength).masked().address.equals(masked().address);
  }

  boolean contains(Network other) {
    return prefixLength <= other.prefixLength && contains(other.address);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Network that && prefixLength == that.prefixLength && address.equals(that.address);
  }

  @Override
  public int hashCode() {
    return address.hashCode() * 31 + prefixLength;
  }

  @Override
  public String toString() {
    return address + "/" + prefixLength;
  }
}
