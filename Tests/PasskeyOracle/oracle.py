"""Makes a passkey and a signature by it with the implementations of others, and has them verify both.

    oracle.py [ORIGIN]

The authenticator is played with `cryptography` and the CBOR and COSE of `fido2`; `fido2.server` then accepts what it has
made, as any relying party would (WebAuthn L3, 7.1 and 7.2). One line of JSON for each algorithm says what a browser would
have posted: the facts in `Tests/LifeSignalEngineTests/Passkeys/PasskeyVectors.swift` are such lines. Keys, ids and
challenges are hashes of words, so that a second run says the same, but for ECDSA's nonce. Anything that does not verify
ends with an error and code 1: a missing package too. Needs `fido2` 2.x.
"""

import hashlib
import json
import struct
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from fido2 import cbor
from fido2.cose import ES256, EdDSA
from fido2.server import Fido2Server
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import (
    AttestationObject, AttestedCredentialData, AuthenticatorData, PublicKeyCredentialRpEntity,
)

ORIGIN = sys.argv[1] if len(sys.argv) > 1 else "https://safe.example"
RP = ORIGIN.split("//")[1].split(":")[0]
# UP, UV; with AT for a new one. BE and BS as well: it may be copied, and has been.
PRESENT, NEW = 0x01 | 0x04 | 0x08 | 0x10, 0x40


def facts(words, size=32):
    return hashlib.sha256(("LifeSignal passkey oracle: " + words).encode()).digest()[:size]


def client_data(kind, challenge):
    return json.dumps(
        {"type": kind, "challenge": websafe_encode(challenge), "origin": ORIGIN, "crossOrigin": False},
        separators=(",", ":")).encode()


def authenticator(algorithm):
    if algorithm == "es256":
        key = ec.derive_private_key(int.from_bytes(facts("es256"), "big"), ec.SECP256R1())
        return ES256.from_cryptography_key(key.public_key()), lambda text: key.sign(text, ec.ECDSA(hashes.SHA256()))
    key = ed25519.Ed25519PrivateKey.from_private_bytes(facts("ed25519"))
    return EdDSA.from_cryptography_key(key.public_key()), key.sign


def life(algorithm):
    public, sign = authenticator(algorithm)
    server = Fido2Server(PublicKeyCredentialRpEntity(name="LifeSignal", id=RP), attestation="none")
    credential_id, handle = facts(algorithm + " id", 20), b"42"

    challenge = facts(algorithm + " creation")
    _, state = server.register_begin(
        {"id": handle, "name": "x", "displayName": "x"}, user_verification="required", challenge=challenge)
    credential = AttestedCredentialData.create(b"\0" * 16, credential_id, public)
    data = AuthenticatorData.create(sha256(RP.encode()), PRESENT | NEW, 1, credential)
    attestation = AttestationObject.create("none", data, {})
    created = client_data("webauthn.create", challenge)
    known = server.register_complete(state, {
        "id": websafe_encode(credential_id), "rawId": websafe_encode(credential_id), "type": "public-key",
        "response": {"clientDataJSON": websafe_encode(created), "attestationObject": websafe_encode(bytes(attestation))},
    })

    asked = facts(algorithm + " request")
    _, state = server.authenticate_begin([known.credential_data], user_verification="required", challenge=asked)
    signed = bytes(AuthenticatorData.create(sha256(RP.encode()), PRESENT, 2))
    got = client_data("webauthn.get", asked)
    signature = sign(signed + sha256(got))
    response = {
        "clientDataJSON": websafe_encode(got), "authenticatorData": websafe_encode(signed),
        "signature": websafe_encode(signature), "userHandle": websafe_encode(handle),
    }
    server.authenticate_complete(state, [known.credential_data], {
        "id": websafe_encode(credential_id), "rawId": websafe_encode(credential_id), "type": "public-key",
        "response": response,
    })
    assert struct.unpack(">I", signed[33:37])[0] == 2
    assert cbor.decode(bytes(attestation))["fmt"] == "none"
    return {
        "algorithm": algorithm, "id": websafe_encode(credential_id), "creation": websafe_encode(created),
        "attestation": websafe_encode(bytes(attestation)), "request": response,
    }


for algorithm in ["es256", "ed25519"]:
    print(json.dumps(life(algorithm)))
