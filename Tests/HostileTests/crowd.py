"""People whose promise must hold, and the one who hears of them."""

import hashlib
import http.client
import http.server
import json
import secrets
import sqlite3
import ssl
import threading
import time
import uuid

from lifesignal import MARGARET, OSKAR

# People like Margaret: each raises one alert, or says nothing until a deadline of theirs has passed.
PEOPLE = 40
# Seconds between the deadlines of those who say nothing.
APART = 3


def address(server):
    return "127.0.0.1", int(server.url.rstrip("/").rsplit(":", 1)[1])


class Responder:
    """Takes webhooks, as fast as it can, and notes when each came: every one needs a connection of its server."""

    def __init__(self):
        heard = self.heard = []

        class Answers(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                heard.append((time.time(), self.rfile.read(int(self.headers["Content-Length"])).decode()))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *words):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_port}/"

    def first(self, name):
        """When the first message about a person came; None when there was none."""
        return next((at for at, text in self.heard if f"{name} " in text), None)

    def stop(self):
        self.http.shutdown()
        self.http.server_close()


class Crowd:
    """People like Margaret, with Oskar for their responder; one connection of theirs was open before the trouble began."""

    def __init__(self, server, responder):
        self.server = server
        self.connect()
        self.tokens, self.deadlines, self.asked = [], {}, 0
        with sqlite3.connect(f"{server.folder}/demo.sqlite", timeout=30) as database:
            database.execute(
                "UPDATE channels SET kind = 'webhook', address = ? WHERE address = ?", (responder.url, f"+1{OSKAR}"))
            for number in range(PEOPLE):
                self._add(database, number)

    def connect(self):
        """Replaces the kept connection by a new one."""
        server = self.server
        self.connection = http.client.HTTPConnection(*address(server), timeout=20)
        if server.url.startswith("https"):
            self.connection = http.client.HTTPSConnection(
                *address(server), timeout=20, context=ssl._create_unverified_context())
        self.connection.connect()

    def _add(self, database, number):
        margaret, = database.execute("SELECT id FROM people WHERE phone_number = ?", (f"+1{MARGARET}",)).fetchone()
        id, now = 7_000_000_000_000_000 + number, int(time.time() * 1_000)
        isSilent = number % 2 == 1
        due = now + 6_000 + number // 2 * APART * 1_000
        copy(database, "people", "id", margaret, id=id, qr_code=str(uuid.uuid4()).upper(),
             first_name=f"{'Silent' if isSilent else 'Loud'}{number}", phone_number=f"+1646{2_000_000 + number}")
        times = dict(deadline_at=due, next_fire_at=due, stage=3, grace_ms=0) if isSilent else {}
        copy(database, "watches", "person_id", margaret, person_id=id, timeline_sequence=None, timeline_hash=None,
             timeline_anchor_sequence=None, timeline_anchor_hash=None, timeline_oldest_at=None, **times)
        copy(database, "relations", "owner_id", margaret, owner_id=id)
        copy(database, "relations", "peer_id", margaret, peer_id=id)
        if isSilent:
            self.deadlines[f"Silent{number}"] = due / 1_000
            return
        token = secrets.token_urlsafe(32)
        row = {"id": id, "person_id": id, "token_hash": hashlib.sha256(token.encode()).digest(), "label": "hostile",
               "created_at": now, "expires_at": now + 86_400_000}
        database.execute(f"INSERT INTO sessions ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
        self.tokens.append((f"Loud{number}", token))

    def next(self):
        """Name and session of a person who has not raised an alert yet."""
        self.asked += 1
        assert self.asked <= len(self.tokens), "there are not enough people"
        return self.tokens[self.asked - 1]

    @property
    def token(self):
        """Of a person who raises no alert by the promise."""
        return self.tokens[-1][1]

    @property
    def cookie(self):
        return f"Cookie: lifesignal={self.token}\r\n"

    def ask(self, token, method, path, body=None, expected=range(200, 300)):
        headers = {"Authorization": f"Bearer {token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status in expected, (method, path, answer.status, text[:300])


def copy(database, table, key, value, **changes):
    cursor = database.execute(f"SELECT * FROM {table} WHERE {key} = ?", (value,))
    names = [column[0] for column in cursor.description]
    for row in cursor.fetchall():
        row = dict(zip(names, row)) | changes
        database.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
                         [row[name] for name in names])
