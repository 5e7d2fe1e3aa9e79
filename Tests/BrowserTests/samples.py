"""Every sample state of Tests/LifeSignalPagesTests/SampleStates.swift as a page in a browser.

The states are written by Swift, so that a screen's empty, loading and failed faces need no way to
get there. A small server gives them the real headers and assets, and a stream that never speaks.
"""

import atexit
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

from lifesignal import ROOT

PUBLIC = [ROOT / "Sources/LifeSignalWeb/Public", ROOT / "Sources/ComposableHTMLClient/Public"]
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
         ".png": "image/png", ".webmanifest": "application/manifest+json"}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'")


def written():
    """The folder with all samples; this writes them unless PAGE_SAMPLES names one."""
    folder = os.environ.get("PAGE_SAMPLES")
    if not folder:
        folder = tempfile.mkdtemp(prefix="lifesignal-samples-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        subprocess.run(
            ["swift", "test", "--skip-build", "--filter", "can be written to a folder"],
            cwd=ROOT, env={**os.environ, "PAGE_SAMPLES": folder}, check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert any(pathlib.Path(folder).glob("*.html")), "no samples were written"
    return pathlib.Path(folder)


# The client opens what lies above a page; here the script only puts it there.
CHANGE = """async (url) => {
  const made = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html')
  const root = document.documentElement
  root.lang = made.documentElement.lang
  root.dir = made.documentElement.dir
  for (const el of document.querySelectorAll('dialog[open]')) el.close()
  document.body.replaceChildren(...made.body.childNodes)
  for (const el of document.querySelectorAll('#live dialog')) el.showModal()
}"""


class Samples:
    def __init__(self):
        self.folder = folder = written()
        pages = [path.stem.split(".") for path in folder.glob("*.html")]
        self.names = sorted({name for name, _ in pages})
        self.languages = sorted({language for _, language in pages} - {"en"})
        assert len(pages) == len(self.names) * (1 + len(self.languages)), "a sample is missing"
        self.ended = ended = threading.Event()
        # The samples' own time: their countdowns show what Swift wrote.
        clock = re.search(r'data-clock="(\d+)"', (folder / f"{self.names[0]}.en.html").read_text())[1]

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = self.path.split("?")[0].strip("/")
                if path == "live":
                    return self.stream()
                if path.startswith("samples/"):
                    return self.answer((folder / f"{path[8:]}.html"), "text/html")
                name = path.removeprefix("assets/")
                for public in PUBLIC:
                    if (public / name).is_file():
                        kind = TYPES.get(pathlib.Path(name).suffix, "text/plain")
                        return self.answer(public / name, kind)
                self.send_error(404)

            def do_POST(self):
                self.rfile.read(int(self.headers["content-length"] or 0))
                self.send_response(204)
                self.send_header("content-length", "0")
                self.end_headers()

            def answer(self, path, kind):
                body = path.read_bytes()
                self.send_response(200)
                self.send_header("content-type", f"{kind}; charset=utf-8")
                self.send_header("content-security-policy", POLICY)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def stream(self):
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("connection", "close")
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(f"event: beat\ndata: {clock}\n\n".encode())
                        self.wfile.flush()
                        if ended.wait(10):
                            break
                except OSError:
                    pass

            def log_message(self, *words):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            # A page asks for more at once than the default five.
            request_queue_size = 128

            def handle_error(self, *words):
                """A browser that leaves before an answer has arrived is no error."""

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def open(self, page, name, language="en"):
        page.goto(f"{self.url}/samples/{name}.{language}", wait_until="load")
        # The script has run once the stream is open: sheets are open, and times are filled in.
        page.wait_for_selector("html[data-connection=open]", state="attached")

    def change(self, page, name, language):
        """Shows another sample in an open page: no script starts again, so it takes a tenth of the time."""
        page.evaluate(CHANGE, f"{self.url}/samples/{name}.{language}")

    def close(self):
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()
