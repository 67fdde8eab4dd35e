"""The addresses at which other devices reach a server."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass

import ifaddr

__all__ = [
    "WILDCARD_ADDRESSES",
    "Interface",
    "interfaces",
    "is_loopback",
    "rank_addresses",
    "reachable_addresses",
]

WILDCARD_ADDRESSES = {"0.0.0.0": 4, "::": 6}  # with their IP versions

# Interfaces of containers, virtual machines and tunnels, which phones in the same network cannot reach.
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "virtual", "wsl", "tun", "tap", "utun", "wg", "zt")


@dataclass(frozen=True)
class Interface:
    """An address of this computer, and the name of the network interface that has it."""

    name: str
    address: str

    @property
    def is_virtual(self) -> bool:
        return self.name.lower().startswith(_VIRTUAL)


def is_loopback(host: str) -> bool:
    """Whether a host name or an address is that of the computer itself."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def interfaces() -> list[Interface]:
    """The addresses of all network interfaces of this computer."""
    return [
        Interface(adapter.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0])  # IPv6 comes with its scope
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]


def rank_addresses(candidates: Iterable[Interface], version: int, default: str | None) -> list[str]:
    """The addresses that other devices may reach, the likeliest first.

    The default route comes first, then private networks; containers and tunnels come last.

    >>> rank_addresses([Interface("docker0", "172.17.0.1"), Interface("wlan0", "192.168.1.7")], 4, None)
    ['192.168.1.7', '172.17.0.1']
    """

    def key(interface: Interface) -> tuple[bool, bool, bool]:
        is_public = not ipaddress.ip_address(interface.address).is_private
        return interface.is_virtual, interface.address != default, is_public

    def is_reachable(interface: Interface) -> bool:
        address = ipaddress.ip_address(interface.address)
        return address.version == version and not (address.is_loopback or address.is_link_local)

    return [interface.address for interface in sorted(filter(is_reachable, candidates), key=key)]


def reachable_addresses(host: str, port: int) -> tuple[str, ...]:
    """The addresses (HOST:PORT) at which other devices reach a server that listens at `host`, the likeliest first."""
    if host not in WILDCARD_ADDRESSES:
        return () if is_loopback(host) else (_with_port(host, port),)
    version = WILDCARD_ADDRESSES[host]
    return tuple(
        _with_port(address, port) for address in rank_addresses(interfaces(), version, _default_address(version))
    )


def _with_port(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _default_address(version: int) -> str | None:
    """This computer's address on its default route; found without sending a packet."""
    family, outside = (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((outside, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
