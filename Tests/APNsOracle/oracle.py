"""A push service as Apple describes its own, on this machine: HTTP/2 over TLS, by the implementations of others.

    oracle.py FOLDER NOW

First says one line of JSON: `port`, `certificate` (a file with the one it shows), `key` (a `.p8` file it has made for
the account: key ID KEY1234567, team TEAM123456, topic org.example.lifesignal). NOW, in seconds, is the time it believes
it is. When standard input ends it says one line of JSON for each request: what it was asked, and what is wrong with it.

HTTP/2 is h2's, the signature of the provider token is verified by cryptography. The last four digits of the phone's token
say how the service feels about it; see MOODS.
"""

import base64
import json
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import threading

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

KEY_ID, TEAM_ID, TOPIC = "KEY1234567", "TEAM123456", "org.example.lifesignal"
MOST = 4_096

# Status, reason, further headers; or the name of what is done instead of answering.
MOODS = {
    "0001": (410, "Unregistered", {}),
    "0002": (400, "BadDeviceToken", {}),
    "0003": (429, "TooManyRequests", {"retry-after": "40"}),
    "0004": (503, "Shutdown", {}),
    "0005": (500, "InternalServerError", {}),
    "0006": (400, "DeviceTokenNotForTopic", {}),
    "0007": (400, "+15550100002: Secret words", {}),
    "0010": "goaway",  # Says that it has not taken it, and closes.
    "0011": "reset",
    "0012": "silent",
    "0013": "farewell",  # Takes it, then says that nothing more is taken on this connection.
    "0014": "patient",  # Takes it when another message has been taken.
    "0015": "talkative",  # Takes it, with ten megabytes of words.
    "0016": "hangup",  # Closes the connection without a word.
    "0017": "elbow",  # Resets this one as soon as a patient one waits, on whatever connection.
    "0020": (410, "ExpiredToken", {}),  # Without a time.
}


def raw(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Service:
    def __init__(self, folder, now):
        self.now = now
        self.lock = threading.Lock()
        self.seen = []
        self.tokens = {}
        self.waiting = []
        self.elbows = []
        key = ec.generate_private_key(ec.SECP256R1())
        self.key = key.public_key()
        self.key_file = folder / "AuthKey.p8"
        self.key_file.write_bytes(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        self.certificate = folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-keyout", str(folder / "key.pem"), "-out", str(self.certificate), "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost"],
            check=True, capture_output=True)
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(self.certificate, folder / "key.pem")
        self.tls.set_alpn_protocols(["h2"])

    def doubt(self, authorization):
        """Why the provider token is not believed: status and reason; None when it is."""
        if not authorization.startswith("bearer "):
            return 403, "MissingProviderToken"
        token = authorization.removeprefix("bearer ")
        try:
            head, claims, signature = token.split(".")
            found = raw(signature)
            assert len(found) == 64
            pair = (int.from_bytes(half, "big") for half in (found[:32], found[32:]))
            self.key.verify(
                utils.encode_dss_signature(*pair), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
            head, claims = json.loads(raw(head)), json.loads(raw(claims))
            assert head["alg"] == "ES256" and head["kid"] == KEY_ID and head.get("typ", "JWT") == "JWT", head
            assert set(claims) == {"iss", "iat"} and claims["iss"] == TEAM_ID and type(claims["iat"]) is int, claims
        except (ValueError, KeyError, AssertionError, InvalidSignature):
            return 403, "InvalidProviderToken"
        made = claims["iat"]
        if made < self.now - 3_600 or made > self.now + 60:
            return 403, "ExpiredProviderToken"
        with self.lock:
            if any(other != token and abs(made - at) < 20 * 60 for other, at in self.tokens.items()):
                return 429, "TooManyProviderTokenUpdates"
            self.tokens[token] = made
        return None

    def faults(self, fields, body):
        """What is wrong with a request that a service might forgive: a list of words."""
        found = []

        def expect(right, words):
            if not right:
                found.append(words)

        expect(fields.get(":method") == "POST", "method")
        expect(re.fullmatch(r"/3/device/[0-9a-f]{32,200}", fields.get(":path", "")), "path")
        expect(fields.get(":scheme") == "https", "scheme")
        expect(fields.get("apns-topic") == TOPIC, "topic")
        expect(fields.get("apns-push-type") == "alert", "push type")
        expect(fields.get("apns-priority") in ("10", "5"), "priority")
        expect(re.fullmatch(r"[0-9]{1,12}", fields.get("apns-expiration", "")), "expiration")
        expect(re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", fields.get("apns-id", "")), "id")
        expect(1 <= len(fields.get("apns-collapse-id", "").encode()) <= 64, "collapse id")
        expect("retry-after" not in fields and "connection" not in fields, "header")
        expect(len(body) <= MOST, "size")
        try:
            aps = json.loads(body)["aps"]
            alert = set(aps.get("alert", {}))
        except (ValueError, KeyError, TypeError, AttributeError):
            return found + ["payload"]
        expect(set(aps) <= {"alert", "sound", "category", "mutable-content", "interruption-level"}, "aps")
        expect(alert == {"title", "body"}, "alert")
        expect(aps.get("interruption-level", "active") in ("passive", "active", "time-sensitive", "critical"), "level")
        sound = aps.get("sound")
        critical = isinstance(sound, dict) and sound == {"critical": 1, "name": "default", "volume": 1}
        expect(sound in (None, "default") or critical, "sound")
        expect(critical == (aps.get("interruption-level") == "critical"), "critical")
        return found


class Line(threading.Thread):
    """One connection."""

    def __init__(self, service, number, connection):
        super().__init__(daemon=True)
        self.service, self.number, self.socket = service, number, connection
        self.http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.lock = threading.Lock()
        self.streams = {}
        self.talk = {}

    def run(self):
        try:
            self.socket = self.service.tls.wrap_socket(self.socket, server_side=True)
            if self.socket.selected_alpn_protocol() != "h2":
                return
            with self.lock:
                self.http.initiate_connection()
                self.flush()
            while data := self.socket.recv(65_536):
                with self.lock:
                    events = self.http.receive_data(data)
                    self.flush()
                for event in events:
                    self.hear(event)
        except (OSError, h2.exceptions.ProtocolError):
            pass
        finally:
            self.socket.close()

    def flush(self):
        self.socket.sendall(self.http.data_to_send())

    def hear(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.streams[event.stream_id] = (dict(event.headers), bytearray())
        elif isinstance(event, h2.events.DataReceived):
            self.streams[event.stream_id][1].extend(event.data)
            with self.lock:
                self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                self.flush()
        elif isinstance(event, h2.events.StreamEnded):
            self.take(event.stream_id, *self.streams.pop(event.stream_id))
        elif isinstance(event, h2.events.WindowUpdated):
            with self.lock:
                self.chatter()

    def take(self, stream, fields, body):
        service = self.service
        mood = MOODS.get(fields.get(":path", "")[-4:], "take")
        faults = service.faults(fields, body)
        doubt = service.doubt(fields.get("authorization", ""))
        if doubt:
            answer = (*doubt, {})
        elif "size" in faults:
            answer = (413, "PayloadTooLarge", {})
        elif "topic" in faults:
            answer = (400, "BadTopic", {})
        elif faults:
            answer = (400, "BadRequest", {})
        else:
            answer = mood
        with service.lock:
            service.seen.append({
                "connection": self.number, "faults": faults, "size": len(body), "token": fields.get("authorization", ""),
                "outcome": answer if isinstance(answer, str) else f"{answer[0]} {answer[1]}",
                "fields": {name: value for name, value in fields.items() if name.startswith("apns-")},
                "path": fields.get(":path", ""), "payload": body.decode("utf-8", "replace"),
            })
        if not isinstance(answer, str):
            self.say(stream, fields, *answer)
        elif answer in ("patient", "elbow"):
            with service.lock:
                (service.waiting if answer == "patient" else service.elbows).append((self, stream, fields))
                elbows = service.elbows if service.waiting else []
                service.elbows = [] if service.waiting else service.elbows
            for line, other, _ in elbows:
                line.reset(other)
        elif answer in ("take", "farewell"):
            self.say(stream, fields, 200)
            with service.lock:
                waiting, service.waiting = service.waiting, []
            for line, other, theirs in waiting:
                line.say(other, theirs, 200)
            if answer == "farewell":
                with self.lock:
                    self.http.close_connection(last_stream_id=stream)
                    self.flush()
        elif answer == "goaway":
            with self.lock:
                self.http.close_connection(
                    last_stream_id=stream - 2 if stream > 2 else 0, additional_data=b'{"reason":"Shutdown"}')
                self.flush()
                self.socket.shutdown(socket.SHUT_RDWR)
        elif answer == "hangup":
            self.socket.shutdown(socket.SHUT_RDWR)
        elif answer == "reset":
            self.reset(stream)
        elif answer == "talkative":
            with self.lock:
                self.http.send_headers(stream, [(":status", "200"), ("apns-id", fields["apns-id"])])
                self.talk[stream] = 10_000_000
                self.chatter()

    def reset(self, stream):
        with self.lock:
            self.http.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
            self.flush()

    def say(self, stream, fields, status, reason=None, further=None):
        head = [(":status", str(status)), ("apns-id", fields.get("apns-id", "")), *(further or {}).items()]
        said = {"reason": reason}
        if reason == "Unregistered":
            said["timestamp"] = self.service.now * 1_000
        try:
            with self.lock:
                self.http.send_headers(stream, head, end_stream=reason is None)
                if reason is not None:
                    self.http.send_data(stream, json.dumps(said).encode(), end_stream=True)
                self.flush()
        except (OSError, h2.exceptions.ProtocolError):
            pass

    def chatter(self):
        """As much as the other side has room for."""
        for stream in list(self.talk):
            try:
                while self.talk[stream] > 0:
                    count = min(
                        self.talk[stream], self.http.local_flow_control_window(stream),
                        self.http.max_outbound_frame_size)
                    if count <= 0:
                        break
                    self.http.send_data(stream, b"a" * count)
                    self.talk[stream] -= count
                    self.flush()
            except (OSError, h2.exceptions.ProtocolError):
                del self.talk[stream]


def main(folder, now):
    service = Service(pathlib.Path(folder).resolve(), int(now))
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        number = 0
        while True:
            connection, _ = listener.accept()
            number += 1
            Line(service, number, connection).start()

    threading.Thread(target=serve, daemon=True).start()
    print(json.dumps({
        "port": listener.getsockname()[1], "certificate": str(service.certificate), "key": str(service.key_file),
    }), flush=True)
    sys.stdin.read()
    with service.lock:
        for one in service.seen:
            print(json.dumps(one))


if __name__ == "__main__":
    main(*sys.argv[1:])
