"""A machine's own key: a pair of which it never shows the private half, and the proof that it has it.

ECDSA over P-256 with SHA-256, which every browser does with a key that no script and no copy of its cookies takes out.
"""

from __future__ import annotations

import base64
import binascii

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from pitboss.errors import InputError

_HALF = 32
"""Bytes of each of the two numbers of a signature, as browsers write it."""


def public_key(text: str) -> ec.EllipticCurvePublicKey:
    """Return the public half of a key, from its SubjectPublicKeyInfo in DER and base64.

    Raises:
        InputError: for anything else than a key on P-256.
    """
    try:
        found = load_der_public_key(base64.b64decode(text, validate=True))
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        found = None
    if not isinstance(found, ec.EllipticCurvePublicKey) or not isinstance(found.curve, ec.SECP256R1):
        raise InputError("expected the public half of a key on P-256, as SPKI in base64", field="key")
    return found


def said(terminal: str, nonce: str) -> bytes:
    r"""Return what a machine signs: which terminal it is, and what the server asked it just now.

    >>> said("T1", "abc")
    b'pitboss terminal\nT1\nabc'
    """
    return f"pitboss terminal\n{terminal}\n{nonce}".encode()


def is_signed(key: str, terminal: str, nonce: str, signature: str) -> bool:
    """Tell whether a signature, two numbers of 32 bytes in base64, is by the machine that has a key."""
    try:
        raw = base64.b64decode(signature, validate=True)
    except (ValueError, binascii.Error):
        return False
    if len(raw) != 2 * _HALF:
        return False
    numbers = (int.from_bytes(raw[:_HALF]), int.from_bytes(raw[_HALF:]))
    try:
        public_key(key).verify(encode_dss_signature(*numbers), said(terminal, nonce), ec.ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True
