"""Reads a push message as a browser and a push service would, with the implementations of others.

    oracle.py FILE

FILE holds one JSON object for each line: what a browser knows of its subscription (`private`, `auth`, in base64url), what
the service was sent (`body` in base64, `authorization`) and the origin it has (`audience`). Each is decrypted by http_ece
(RFC 8188 and RFC 8291), its token is verified by py_vapid and cryptography (RFC 8292), and one line of JSON says what was
in it: `text` in base64, `claims`, `record`, and the key that signed in `key`. Anything that is not right ends with an
error and code 1: a missing package too.
"""

import base64
import json
import struct
import sys

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02


def raw(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read(sent):
    private = ec.derive_private_key(int.from_bytes(raw(sent["private"]), "big"), ec.SECP256R1())
    body = base64.b64decode(sent["body"])
    text = http_ece.decrypt(body, private_key=private, auth_secret=raw(sent["auth"]), version="aes128gcm")

    scheme, fields = sent["authorization"].split(" ", 1)
    assert scheme == "vapid", scheme
    parameters = dict(field.strip().split("=", 1) for field in fields.split(","))
    assert set(parameters) == {"t", "k"}, parameters
    # RFC 9110 §5.6.1 allows the space after the comma; the library wants none.
    assert Vapid02.verify(sent["authorization"].replace(", ", ",")), "the token is not signed by its key"
    header, claims, _ = parameters["t"].split(".")
    assert json.loads(raw(header)) == {"alg": "ES256", "typ": "JWT"}, raw(header)
    claims = json.loads(raw(claims))
    assert claims["aud"] == sent["audience"], claims
    return {
        "text": base64.b64encode(text).decode(), "claims": claims, "key": parameters["k"],
        "record": struct.unpack("!L", body[16:20])[0],
    }


def main(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            print(json.dumps(read(json.loads(line))))


if __name__ == "__main__":
    main(sys.argv[1])
