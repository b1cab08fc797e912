"""The own key of a machine in tests: made as a browser makes it, and shown as a browser shows it."""

import base64
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

__all__ = ["MachineKey"]


@dataclass
class MachineKey:
    """A pair of keys on P-256."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def public(self) -> str:
        """Return the public half as the server reads it."""
        found = self.private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return base64.b64encode(found).decode()

    @property
    def der(self) -> bytes:
        """Return the private half, for another process that is the same machine."""
        return self.private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())

    @property
    def pkcs8(self) -> str:
        """Return the private half as a browser reads it."""
        return base64.b64encode(self.der).decode()

    def signed(self, terminal: str, nonce: str) -> str:
        """Return the signature under what the server asks."""
        made = self.private.sign(f"pitboss terminal\n{terminal}\n{nonce}".encode(), ec.ECDSA(SHA256()))
        return base64.b64encode(b"".join(one.to_bytes(32) for one in decode_dss_signature(made))).decode()
