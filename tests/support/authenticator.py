"""An authenticator in tests: it makes a passkey and shows it as a telephone does, or does one thing otherwise."""

import hashlib
import json
import os
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import encode_cbor

__all__ = ["Authenticator"]

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class Authenticator:
    """A telephone with one passkey, in front of a page; a test changes what it says."""

    site: str = "localhost"
    origin: str = "http://localhost:8000"
    count: int = 0
    """How often it has signed."""
    counts: bool = True
    """Whether it counts at all."""
    is_verified: bool = True
    """Whether it looked at a finger or a face."""
    user: str = ""
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    raw_id: bytes = field(default_factory=lambda: os.urandom(32))

    @property
    def credential(self) -> str:
        """Return what it calls its key."""
        return _text(self.raw_id)

    def made(self, challenge: str, user: str) -> dict[str, str]:
        """Return what it says of the key it made for somebody."""
        self.user = user
        numbers = self.private.public_key().public_numbers()
        key = encode_cbor({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})
        attested = bytes(16) + len(self.raw_id).to_bytes(2) + self.raw_id + key
        said = encode_cbor({"fmt": "none", "attStmt": {}, "authData": self._said(_ATTESTED) + attested})
        client = self._client("webauthn.create", challenge)
        parts = {"client_data": _text(client), "attestation": _text(said)}
        return {"challenge": challenge, "credential": self.credential, **parts}

    def shown(self, challenge: str) -> dict[str, str]:
        """Return its signature under what was asked."""
        self.count += self.counts
        said, client = self._said(), self._client("webauthn.get", challenge)
        signature = self.private.sign(said + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        parts = {"client_data": _text(client), "authenticator_data": _text(said), "signature": _text(signature)}
        return {"challenge": challenge, "credential": self.credential, "user": self.user, **parts}

    def _said(self, flags: int = 0) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.is_verified else 0)
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        found: dict[str, Any] = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(found).encode()
