"""What a server does whose disk is full, or fails: `python Tests/PauseTests/disk.py [--only WORDS]`.

Makes small disks (tmpfs) in a namespace of mounts that ends with this process: as root, or in a user namespace as anyone else. Where
neither is allowed it fails and says so. Starts the real server on them and fills them up. Ends with code 1 when a check fails.
"""

import argparse
import contextlib
import os
import pathlib
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "BrowserTests"))

from lifesignal import MARGARET, LifeSignal  # noqa: E402
from pauses import Carrier, ask, healthy, profile, sign_in, until  # noqa: E402

MEGABYTE = 1 << 20
# Of a disk, a hundredth is kept for check-ins, and below a twentieth it is nearly full.
DISK = 128 * MEGABYTE
# EX_IOERR of sysexits.h.
DISK_FAILED = 74
INSIDE = "ON_SMALL_DISKS"


def enter():
    """Goes on in a namespace where disks may be mounted; ends with code 1 where there is none."""
    if os.environ.get(INSIDE):
        return
    ways = [["unshare", "--mount"]] if os.geteuid() == 0 else []
    ways.append(["unshare", "--user", "--map-root-user", "--mount"])
    folder = tempfile.mkdtemp(prefix="lifesignal-disk-")
    try:
        for way in ways:
            trial = subprocess.run([*way, "mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], capture_output=True, text=True)
            if trial.returncode == 0:
                os.environ[INSIDE] = "1"
                os.execvp(way[0], [*way, sys.executable, *sys.argv])
    finally:
        os.rmdir(folder)
    sys.exit("FAILED no small disk can be made here, neither as root nor in a user namespace: "
             f"{trial.stderr.strip()}\nAllow user namespaces (kernel.unprivileged_userns_clone, "
             "kernel.apparmor_restrict_unprivileged_userns), or run this as root.")


class OnSmallDisk(LifeSignal):
    """The server, no demo, with its database on a small disk. Its log is elsewhere."""

    def __init__(self):
        self.carrier = Carrier()
        self.disk = tempfile.mkdtemp(prefix="lifesignal-disk-")
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", self.disk], check=True)
        self.database = f"{self.disk}/lifesignal.sqlite"
        super().__init__(
            arguments=["--database", self.database], environment=self.carrier.environment, demo=False, before=go_on_at_the_limit)
        self.margaret = sign_in(self, MARGARET, self.carrier)
        profile(self, self.margaret, "Margaret")

    def free(self):
        disk = os.statvfs(self.disk)
        return disk.f_bavail * disk.f_frsize

    def fill(self, leaving=0):
        """Takes all the room of the disk but so many bytes."""
        with open(f"{self.disk}/filler", "ab", buffering=0) as filler, contextlib.suppress(OSError):
            for size in (MEGABYTE, 4_096):
                while self.free() >= leaving + size:
                    filler.write(bytes(size))

    def empty(self):
        os.remove(f"{self.disk}/filler")

    def check_in(self):
        request = urllib.request.Request(
            f"{self.url.rstrip('/')}/api/v1/check-ins", method="POST", data=b"{}",
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {self.margaret}"})
        try:
            answer = urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, dict(answer.headers), answer.read().decode()

    def health(self):
        return ask(self, "GET", "/health/ready")

    def tool(self, *words):
        done = subprocess.run([self.binary, *words, "--database", self.database], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def remove(self):
        try:
            super().remove()
        finally:
            self.carrier.http.shutdown()
            subprocess.run(["umount", "--lazy", self.disk], check=False)
            shutil.rmtree(self.disk, ignore_errors=True)


def go_on_at_the_limit():
    # A file that meets its limit is then an error of the disk, and no signal.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


@contextlib.contextmanager
def on_small_disk():
    server = OnSmallDisk()
    try:
        yield server
    finally:
        server.remove()


def check_a_disk_that_fills_up():
    """Warned of early, check-ins go on in the room that is kept, then they are refused in words that programs wait for,
    and all is well again once there is room."""
    with on_small_disk() as server:
        assert server.check_in()[0] == 200
        reserve = os.stat(f"{server.database}-reserve").st_blocks * 512
        assert reserve >= DISK // 100, reserve

        server.fill(leaving=DISK // 40)
        until(lambda: "disk-nearly-full" in server.health()[1]["findings"], "health warns of a disk that is nearly full")
        assert healthy(server), "a warning made it unready"
        assert server.check_in()[0] == 200

        server.fill()
        for number in range(5):
            status, _, text = server.check_in()
            assert status == 200, f"check-in {number} on a full disk: {status} {text}"
        until(lambda: "disk-reserve-gone" in server.health()[1]["findings"], "health shows that the room is being used")
        assert not os.path.exists(f"{server.database}-reserve")
        assert healthy(server), server.health()

        def refused():
            server.fill()
            return server.check_in()[0] != 200

        until(refused, "the room that was kept is used up")
        status, headers, text = server.check_in()
        assert status == 503 and '"unavailable"' in text, (status, text)
        assert int(headers["Retry-After"]) >= 1, headers
        until(lambda: server.health()[0] == 503, "the server is not ready")
        causes = server.health()[1]["causes"]
        assert "ledger-refuses" in causes, causes
        assert ask(server, "GET", "/health/live")[0] == 200, "a new start frees no disk"
        code, words = server.tool("server", "status")
        assert code != 0 and "full" in words.lower(), (code, words)
        code, words = server.tool("doctor")
        assert code == 2 and "failure  disk" in words, (code, words)

        server.empty()
        until(lambda: server.check_in()[0] == 200, "a check-in is stored again")
        until(lambda: healthy(server), "the server is ready again")
        assert server.process.poll() is None, "the server ended"


def check_a_disk_that_fails():
    """A commit that the disk does not take ends the process, so that the next one reads what is really there."""
    with on_small_disk() as server:
        assert server.check_in()[0] == 200
        # The log grows with each commit: writing beyond the limit fails, as SQLite sees it, by the disk's fault.
        log = os.path.getsize(f"{server.database}-wal")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log, resource.RLIM_INFINITY))
        code = server.process.wait(timeout=30)
        said = pathlib.Path(server.folder, "log").read_text()
        assert code == DISK_FAILED, (code, said[-1_000:])
        assert "the disk failed while storing" in said, said[-1_000:]
        server.start()
        assert server.check_in()[0] == 200
        until(lambda: healthy(server), "the next one is ready")


def check_a_disk_that_can_be_written_after_the_start():
    """SQLite opened it for reading only and would go on refusing: the server ends, so that its supervisor starts one that writes."""
    with on_small_disk() as server:
        assert server.check_in()[0] == 200
        server.stop()
        # A reader leaves the log and its index, without which SQLite opens nothing on a disk like that.
        database = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
        assert database.execute("SELECT count(*) FROM check_ins").fetchone()[0] >= 1
        database.close()
        subprocess.run(["mount", "-o", "remount,ro", server.disk], check=True)
        server.start()
        status, headers, text = server.check_in()
        assert status == 503 and int(headers["Retry-After"]) >= 1, (status, text)
        until(lambda: "ledger-refuses" in server.health()[1]["causes"], "health says that the ledger refuses")
        assert server.process.poll() is None, "a new start makes no disk writable"
        subprocess.run(["mount", "-o", f"remount,rw,size={DISK}", server.disk], check=True)
        code = server.process.wait(timeout=30)
        said = pathlib.Path(server.folder, "log").read_text()
        assert code == DISK_FAILED and "to write to the database" in said, (code, said[-1_000:])
        server.start()
        assert server.check_in()[0] == 200
        until(lambda: healthy(server), "the next one is ready")


CHECKS = (check_a_disk_that_fills_up, check_a_disk_that_fails, check_a_disk_that_can_be_written_after_the_start)


def main(checks):
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="words of the checks to run")
    arguments, failed = parser.parse_args(), 0
    for check in checks:
        name, began = check.__name__[6:].replace("_", " "), time.monotonic()
        if arguments.only not in name:
            continue
        try:
            check()
            print(f"ok     {name} ({time.monotonic() - began:.1f} s)", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED {name}")
            traceback.print_exc(file=sys.stdout)
    return 1 if failed else 0


if __name__ == "__main__":
    enter()
    sys.exit(main(CHECKS))
