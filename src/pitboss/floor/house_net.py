"""How a house is reached: its own names, the proxies that it believes, and how much one address may hold."""

from __future__ import annotations

import ipaddress
from typing import Annotated

import msgspec

from pitboss.rulebook import Fault

HostName = Annotated[
    str, msgspec.Meta(pattern=r"^(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]{0,62})(\.[a-z0-9]([a-z0-9-]{0,62}))*\Z")
]


class NetEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the house is reached."""

    names: tuple[HostName, ...] = ()
    """The names by which browsers reach it; its addresses and this machine's own name are always good."""
    proxies: tuple[str, ...] = ()
    """Addresses, or networks, of proxies that say from where a request comes; nobody else is believed that."""
    sockets_per_address: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 250
    """WebSockets that strangers may have open from one address; staff and terminals do not count."""


def net_faults(net: NetEntry) -> list[Fault]:
    """Return the proxies that are no address."""
    found = []
    for place, proxy in enumerate(net.proxies):
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            found.append(Fault(f"net.proxies[{place}]", proxy, "expected an address, or a network such as 10.0.0.0/24"))
    return found
