"""A stand-in for the live server: serves the scripts, one page, one stream, and notes every event.

A test says which frames go out and how events are answered; the client cannot tell the difference.
"""

import json
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PUBLIC = Path(__file__).resolve().parents[3] / "Sources/ComposableHTMLClient/Public"
SCRIPTS = ["/client.js", "/morph.js", "/clock.js", "/address.js", "/islands.js"]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
STYLE = """
body { margin: 0; } .scroll { height: 80px; overflow: auto; } .tall { height: 900px; }
"""


class Server:
    def __init__(self, view="", frame="e1.1", clock=None):
        self.view, self.frame = view, frame
        self.clock = clock or (lambda: int(time.time() * 1000))
        self.live_status = 200
        self.answer = lambda event: (204, "")
        self.changed = threading.Condition()
        self.streams = []  # queues of the streams that are open
        self.connections = []  # (after, Last-Event-ID) of every stream asked for
        self.events = []  # bodies of every POST, repeats included
        self.loads = 0
        self.open_posts = self.most_open_posts = 0
        self.greets = True
        self.notes = ""  # beside the view: the page's own
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/"
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()

    # What tests do

    def frame_text(self, tag, view):
        return f"{tag} {self.clock()}\n{view}"

    def push(self, tag, view):
        """Sends a frame to every open stream."""
        data = "".join(f"data: {line}\n" for line in self.frame_text(tag, view).split("\n"))
        self.send(f"id: {tag}\n{data}\n")

    def send(self, text):
        with self.changed:
            for stream in self.streams:
                stream.put(text)

    def drop_streams(self):
        with self.changed:
            for stream in self.streams:
                stream.put(None)
            self.streams = []

    def wait(self, condition, what, seconds=10):
        with self.changed:
            if not self.changed.wait_for(lambda: condition(self), seconds):
                raise AssertionError(f"waited {seconds} s in vain: {what}")

    def stop(self):
        self.drop_streams()
        self.http.shutdown()
        self.http.server_close()

    # What the browser sees

    def page(self):
        return (
            "<!doctype html><html lang=en><head><meta charset=utf-8><title>Test</title>"
            "<link rel=stylesheet href=/style.css></head><body>"
            f'{self.notes}<div id=live data-live="/live" data-events="/event" data-frame="{self.frame}" '
            f'data-clock="{self.clock()}">{self.view}</div>'
            '<script type=module src="/client.js"></script></body></html>'
        )

    def _handler(server):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def reply(self, status, body="", kind="text/plain; charset=utf-8"):
                data = body.encode()
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Content-Security-Policy", POLICY)
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                path, _, query = self.path.partition("?")
                if path == "/":
                    with server.changed:
                        server.loads += 1
                        server.changed.notify_all()
                    self.reply(200, server.page(), "text/html; charset=utf-8")
                elif path == "/bare":
                    body = "<!doctype html><html lang=en><body><div id=box></div></body></html>"
                    self.reply(200, body, "text/html; charset=utf-8")
                elif path in SCRIPTS:
                    script = (PUBLIC / path[1:]).read_text()
                    self.reply(200, script, "text/javascript; charset=utf-8")
                elif path == "/fuzz.js":
                    fuzz = Path(__file__).with_name("fuzz.js").read_text()
                    self.reply(200, fuzz, "text/javascript; charset=utf-8")
                elif path == "/style.css":
                    self.reply(200, STYLE, "text/css; charset=utf-8")
                elif path == "/live":
                    self.live(query)
                else:
                    self.reply(404)

            def live(self, query):
                stream = queue.Queue()
                with server.changed:
                    status = server.live_status
                    server.connections.append((query, self.headers.get("Last-Event-ID")))
                    if status == 200:
                        server.streams.append(stream)
                    server.changed.notify_all()
                if status != 200:
                    return self.reply(status)
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                text = "retry: 100\n\n"
                if server.greets:
                    text += f"event: beat\ndata: {server.clock()}\n\n"
                try:
                    while text is not None:
                        self.wfile.write(text.encode())
                        self.wfile.flush()
                        text = stream.get()
                except OSError:
                    pass
                with server.changed:
                    if stream in server.streams:
                        server.streams.remove(stream)
                    server.changed.notify_all()

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                event = json.loads(body) if "json" in self.headers["Content-Type"] else body
                with server.changed:
                    server.events.append(event)
                    server.open_posts += 1
                    server.most_open_posts = max(server.most_open_posts, server.open_posts)
                    server.changed.notify_all()
                status, text = server.answer(event)
                with server.changed:
                    server.open_posts -= 1
                if status == 0:  # the network fails
                    self.close_connection = True
                    return
                self.reply(status, text)

        return Handler
