"""The real server under test: the demo network on a database of its own, on a free port."""

import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("LIFESIGNAL_BINARY", str(ROOT / ".build/debug/lifesignal"))

# The demo people: one who checks in, one who wants to be her responder, one who is.
MARGARET, DANA, OSKAR = "2125550101", "2125550102", "2125550103"


class LifeSignal:
    def __init__(
        self, binary=BINARY, port=0, arguments=(), environment=None, demo=True, before=None
    ):
        self.folder = tempfile.mkdtemp(prefix="lifesignal-browser-")
        self.binary, self.arguments = binary, ["--demo", *arguments] if demo else ["--registration", "open", *arguments]
        # Runs in the new process before the server does, such as to limit it.
        self.before = before
        self.lines, self.waiting = [], queue.Queue()
        # When each line was printed, by the machine's clock.
        self.times = []
        # The server refuses a LIFESIGNAL_… variable that is no setting.
        inherited = {key: os.environ[key] for key in os.environ if key != "LIFESIGNAL_BINARY"}
        self.environment = {**inherited, **(environment or {})}
        self.process = None
        try:
            self.start(port)
        except BaseException:
            # The caller never gets this object, so it could not remove the folder.
            self.remove()
            raise

    def start(self, port=0):
        self.log = open(f"{self.folder}/log", "ab")
        self.process = subprocess.Popen(
            [self.binary, "serve", "--port", str(port),
             "--database", f"{self.folder}/demo.sqlite", *self.arguments],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=self.environment,
            preexec_fn=self.before)
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        self.url = self.await_line(r"LifeSignal is running: (\S+)", fresh=True)[1]

    def _read(self, pipe):
        for line in pipe:
            self.times.append(time.time())
            self.lines.append(line.rstrip("\n"))
            self.waiting.put(None)

    def await_line(self, pattern, since=0, fresh=False):
        """The first printed line that matches; `fresh` looks only at what comes from now on."""
        at = len(self.lines) if fresh else since
        while True:
            while at < len(self.lines):
                found = re.search(pattern, self.lines[at])
                if found:
                    return found
                at += 1
            try:
                # Longer than a lease: what a killed server had claimed goes out only after it.
                self.waiting.get(timeout=45)
            except queue.Empty:
                log = pathlib.Path(self.folder, "log").read_text()[-2000:]
                raise AssertionError(f"nothing printed matches {pattern}\n{log}") from None

    def code(self, number, since):
        """The sign-in code sent to a number."""
        found = self.await_line(rf"to=\+1{number} .*\b(\d{{3}})-(\d{{3}}) is your", since)
        return found[1] + found[2]

    def messages(self, pattern, since=0):
        return [line for line in self.lines[since:] if re.search(pattern, line)]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.log.close()

    def stop(self):
        """Ends the server as an operator would; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=10)
        finally:
            self.kill()

    def remove(self):
        try:
            if self.process and self.process.poll() is None:
                self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
