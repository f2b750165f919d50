package io.berth.dynamicresources.cel;

/** A value of one of Kubernetes' own types that devices do not have: an address, a network, a URL, a format. */
sealed interface KubeValue permits IpAddress, Network, Url, Format {}
