package io.berth.dynamicresources.cel;

import static io.berth.dynamicresources.cel.DraTypes.CIDR;
import static io.berth.dynamicresources.cel.DraTypes.IP;
import static io.berth.dynamicresources.cel.FunctionLibrary.binary;
import static io.berth.dynamicresources.cel.FunctionLibrary.unary;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;

/**
 * Addresses and networks.
 *
 * <p>Source: staging/src/k8s.io/apiserver/pkg/cel/library/ip.go, cidr.go, v1.37.2.
 */
final class NetworkFunctions {

  private static final CelType BOOL = SimpleType.BOOL;
  private static final CelType INT = SimpleType.INT;
  private static final CelType STRING = SimpleType.STRING;

  private NetworkFunctions() {}

  static void addTo(FunctionLibrary library) {
    library
        .global("ip", unary("string_to_ip", String.class, NetworkFunctions::address), IP, STRING)
        .global("isIP", unary("is_ip", String.class, text -> IpAddress.parse(text) != null), BOOL, STRING)
        .global("ip.isCanonical", unary("ip_is_canonical", String.class, text -> address(text).toString().equals(text)), BOOL, STRING)
        .global("string", unary("ip_to_string", IpAddress.class, IpAddress::toString), STRING, IP)
        .member("family", unary("ip_family", IpAddress.class, ip -> ip.isV4() ? 4L : 6L), INT, IP)
        .member("isUnspecified", unary("ip_is_unspecified", IpAddress.class, IpAddress::isUnspecified), BOOL, IP)
        .member("isLoopback", unary("ip_is_loopback", IpAddress.class, IpAddress::isLoopback), BOOL, IP)
        .member("isLinkLocalMulticast", unary("ip_is_link_local_multicast", IpAddress.class, IpAddress::isLinkLocalMulticast), BOOL, IP)
        .member("isLinkLocalUnicast", unary("ip_is_link_local_unicast", IpAddress.class, IpAddress::isLinkLocalUnicast), BOOL, IP)
        .member("isGlobalUnicast", unary("ip_is_global_unicast", IpAddress.class, IpAddress::isGlobalUnicast), BOOL, IP)
        .global("cidr", unary("string_to_cidr", String.class, NetworkFunctions::network), CIDR, STRING)
        .global("isCIDR", unary("is_cidr", String.class, text -> Network.parse(text) != null), BOOL, STRING)
        .global("string", unary("cidr_to_string", Network.class, Network::toString), STRING, CIDR)
        .member("containsIP", binary("cidr_contains_ip_string", Network.class, String.class, NetworkFunctions::containsAddress),
            BOOL, CIDR, STRING)
        .member("containsIP", binary("cidr_contains_ip_ip", Network.class, IpAddress.class, Network::contains), BOOL, CIDR, IP)
        .member("containsCIDR",
            binary("cidr_contains_cidr_string", Network.class, String.class, (net, text) -> net.contains(network(text))),
            BOOL, CIDR, STRING)
        .member("containsCIDR", binary("cidr_contains_cidr", Network.class, Network.class, Network::contains), BOOL, CIDR, CIDR)
        .member("ip", unary("cidr_ip", Network.class, Network::address), IP, CIDR)
        .member("prefixLength", unary("cidr_prefix_length", Network.class, net -> (long) net.prefixLength()), INT, CIDR)
        .member("masked", unary("cidr_masked", Network.class, Network::masked), CIDR, CIDR);
  }

  private static boolean containsAddress(Network network, String text) {
    IpAddress address = IpAddress.parse(text);
    if (address == null) {
      throw RuntimeErrors.noSuchOverload("containsIP");
    }
    return network.contains(address);
  }

  private static IpAddress address(String text) {
    IpAddress address = IpAddress.parse(text);
    if (address == null) {
      throw RuntimeErrors.invalid("IP Address \"" + text + "\" parse error during conversion from string");
    }
    return address;
  }

  private static Network network(String text) {
    Network network = Network.parse(text);
    if (network == null) {
      throw RuntimeErrors.invalid("network address parse error during conversion from string: \"" + text + "\"");
    }
    return network;
  }
}
