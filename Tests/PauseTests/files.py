"""What a server does whose files are moved, linked, spoilt or not its own: `python Tests/PauseTests/files.py [--only WORDS]`.

Starts the real server with its demo people on a database of its own and does to its files what operators and disks do. Ends with
code 1 when one of the checks fails.
"""

import os
import pathlib
import sqlite3
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "BrowserTests"))

from disk import DISK_FAILED, main  # noqa: E402
from lifesignal import MARGARET, LifeSignal  # noqa: E402
from pauses import ask, healthy, sign_in, until  # noqa: E402

# EX_CONFIG of sysexits.h: something must be put right first.
REFUSED = 78
# Seconds within which a server notices that its files are gone.
NOTICED = 30


class Owned(LifeSignal):
    """The server, and what can be done to its files."""

    def __enter__(self):
        self.database = f"{self.folder}/demo.sqlite"
        self.margaret = sign_in(self, MARGARET)
        return self

    def __exit__(self, *_):
        self.remove()

    def check_in(self):
        status, answer = ask(self, "POST", "/api/v1/check-ins", {}, self.margaret)
        assert status == 200, (status, answer)

    def stored(self, file=None):
        """How many check-ins a file holds, read without a server."""
        database = sqlite3.connect(f"file:{file or self.database}?mode=ro", uri=True)
        try:
            return database.execute("SELECT count(*) FROM check_ins").fetchone()[0]
        finally:
            database.close()

    def said(self):
        return pathlib.Path(self.folder, "log").read_text()

    def ends(self):
        code = self.process.wait(timeout=NOTICED)
        assert code == DISK_FAILED, (code, self.said()[-1_500:])
        assert "no longer under its name" in self.said(), self.said()[-1_500:]

    def tool(self, *words, database=None):
        done = subprocess.run(
            [self.binary, *words, "--database", database or self.database], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def refused(self, database=None):
        """What a start says that is refused, in one sentence or two and not as an error of ours."""
        code, words = self.tool("serve", "--demo", "--port", "0", database=database)
        assert code == REFUSED, (code, words)
        words = words.strip().splitlines()[-1]
        assert words.startswith("lifesignal: ") and "Error" not in words, words
        return words

    def rescued(self):
        file, = pathlib.Path(self.folder).glob("demo.sqlite.rescued-*")
        return str(file)

    def starts_again(self):
        self.start()
        until(lambda: healthy(self), "the server is ready again")


def check_a_database_that_is_deleted():
    """The server keeps what it has in a copy and ends; the next one does not begin with an empty database."""
    with Owned() as server:
        server.check_in()
        before = server.stored()
        os.remove(server.database)
        server.ends()
        words = server.refused()
        assert "not there any more" in words, words
        assert not os.path.exists(server.database), "a start has made an empty one"
        code, words = server.tool("restore", server.rescued())
        assert code == 0, words
        assert server.stored() == before, (server.stored(), before)
        server.starts_again()
        server.check_in()


def check_a_database_that_is_moved_away():
    """Put back together with its log it goes on."""
    with Owned() as server:
        server.check_in()
        before = server.stored()
        os.rename(server.database, f"{server.folder}/elsewhere")
        server.ends()
        assert "not there any more" in server.refused()
        os.rename(f"{server.folder}/elsewhere", server.database)
        server.starts_again()
        assert server.stored() >= before


def check_a_database_that_is_replaced():
    """A backup that is moved into its place meets the log of the one before: neither server nor tools mix them."""
    with Owned() as server:
        code, words = server.tool("backup", f"{server.folder}/copy.sqlite")
        assert code == 0, words
        server.check_in()
        before = server.stored()
        os.rename(f"{server.folder}/copy.sqlite", server.database)
        server.ends()
        for words in (server.refused(), server.tool("doctor")[1], server.tool("backup", f"{server.folder}/second.sqlite")[1]):
            assert "Another file has taken its place" in words, words
        assert server.stored(server.rescued()) == before
        code, words = server.tool("restore", server.rescued())
        assert code == 0, words
        server.starts_again()
        assert server.stored() >= before


def check_a_log_that_is_deleted():
    """What was in it is in the database when the server ends."""
    with Owned() as server:
        server.check_in()
        before = server.stored()
        os.remove(f"{server.database}-wal")
        server.ends()
        server.starts_again()
        assert server.stored() >= before, (server.stored(), before)


def check_a_program_that_keeps_writing():
    """A start names the reason and the file, and does not speak of steps of the schema."""
    with Owned() as server:
        server.stop()
        database = sqlite3.connect(server.database, isolation_level=None)
        database.execute("BEGIN IMMEDIATE")
        words = server.refused()
        assert "Another program is writing" in words and server.database in words and "step" not in words, words
        database.execute("ROLLBACK")
        database.close()
        server.starts_again()


def check_a_lock_that_is_deleted():
    """Without it a second server would run on the same database."""
    with Owned() as server:
        server.check_in()
        before = server.stored()
        os.remove(f"{server.database}-server")
        server.ends()
        assert "another server could run" in server.said(), server.said()[-1_500:]
        server.starts_again()
        assert server.stored() >= before, (server.stored(), before)


def check_a_log_that_is_cut():
    """SQLite goes on writing behind the gap and every commit succeeds, but none may be acknowledged. What the server has in memory
    is in a copy, and the next start says that commits are lost."""
    for halves in (0, 1):
        with Owned() as server:
            server.check_in()
            before = server.stored()
            log = f"{server.database}-wal"
            os.truncate(log, os.path.getsize(log) // 2 * halves)
            server.ends()
            assert server.stored(server.rescued()) >= before
            code, words = server.tool("doctor")
            assert code == 2 and "cannot be read any more" in words, words
            code, words = server.tool("restore", server.rescued())
            assert code == 0, words
            server.starts_again()
            assert server.stored() >= before, (server.stored(), before)


def check_a_second_name_of_the_database():
    """Under a hard link it would have another lock and another log."""
    with Owned() as server:
        link = f"{server.folder}/link.sqlite"
        os.link(server.database, link)
        words = server.refused(link)
        assert "2 names" in words, words
        assert not os.path.exists(f"{link}-wal")
        assert server.process.poll() is None and healthy(server)


def log_of(server):
    """Where the frames of the log begin, and which of them end a commit."""
    data = pathlib.Path(f"{server.database}-wal").read_bytes()
    size = struct.unpack(">I", data[8:12])[0] + 24
    frames = [32 + size * number for number in range((len(data) - 32) // size)]
    frames = [at for at in frames if data[at + 8:at + 16] == data[16:24]]
    return frames, [at for at in frames if struct.unpack(">I", data[at + 4:at + 8])[0]]


def spoil(server, at):
    with open(f"{server.database}-wal", "r+b") as log:
        log.seek(at + 100)
        byte = log.read(1)[0]
        log.seek(at + 100)
        log.write(bytes([byte ^ 0xFF]))


def reports_lost_commits(server):
    server.start()

    def named():
        status, answer = ask(server, "GET", "/health/ready")
        return status == 503 and "commits-lost" in answer["causes"] and answer["findings"].get("commits-lost") == 1

    until(named, "health names the damage", NOTICED)
    assert "The log was damaged" in server.said(), server.said()[-1_500:]
    assert ask(server, "GET", "/health/live")[0] == 200
    code, words = server.tool("doctor")
    assert code == 2 and "acknowledged commits are lost" in words, words
    code, words = server.tool("server", "status")
    assert code == 1 and "COMMITS LOST" in words, words
    os.remove(f"{server.database}-damaged-log")
    until(lambda: healthy(server), "the server is ready once the operator has dealt with it")


def check_a_log_that_is_damaged_within():
    with Owned() as server:
        server.check_in()
        server.kill()
        os.remove(f"{server.database}-shm")
        frames, commits = log_of(server)
        assert len(commits) > 4, "too few commits"
        spoil(server, commits[len(commits) // 2])
        code, words = server.tool("doctor")
        assert code == 2 and "cannot be read any more" in words, words
        reports_lost_commits(server)


def check_a_log_whose_last_commit_is_damaged():
    """The index of the log, which outlives the process, knows that it was there."""
    with Owned() as server:
        server.check_in()
        server.kill()
        spoil(server, log_of(server)[1][-1])
        reports_lost_commits(server)


def check_a_log_that_a_power_cut_has_torn():
    """Without the index the last commit may as well have been under way: said in the log, and no fault."""
    with Owned() as server:
        server.check_in()
        server.kill()
        os.remove(f"{server.database}-shm")
        spoil(server, log_of(server)[1][-1])
        server.starts_again()
        assert "was cut off" in server.said(), server.said()[-1_500:]
        assert not os.path.exists(f"{server.database}-damaged-log")


def check_a_log_after_a_kill():
    """Nothing is said of a log that is as the server left it."""
    with Owned() as server:
        server.check_in()
        server.kill()
        server.starts_again()
        assert "log was damaged" not in server.said() and "was cut off" not in server.said(), server.said()


def check_keys_that_are_damaged_or_deleted():
    """A server works with none that is empty: it makes new ones and says what no longer works."""
    with Owned() as server:
        for damage, words in (("UPDATE secrets SET value = x''", "was damaged"), ("DELETE FROM secrets", "was missing")):
            server.stop()
            with sqlite3.connect(server.database) as database:
                database.execute(damage)
            database.close()
            server.starts_again()
            database = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
            lengths = dict(database.execute("SELECT name, length(value) FROM secrets"))
            database.close()
            assert set(lengths.values()) == {32} and len(lengths) >= 3, lengths
            for name in ("vapid", "webhook", "check-in codes"):
                assert f'The key "{name}" in the database {words}' in server.said(), (name, server.said()[-1_500:])
            server.check_in()


def check_files_that_are_none_of_ours():
    """Each is refused in words."""
    with Owned() as server:
        text, other, lacking, stepless, hostile = (
            f"{server.folder}/{name}" for name in ("text", "other.sqlite", "lacking.sqlite", "stepless.sqlite", "hostile.sqlite"))
        for file in (lacking, stepless, hostile):
            assert server.tool("backup", file)[0] == 0
        server.stop()
        pathlib.Path(text).write_text("no database " * 1_000)
        with sqlite3.connect(other) as database:
            database.execute("CREATE TABLE moz_places (id INTEGER)")
        database.close()
        with sqlite3.connect(lacking) as database:
            database.execute("DROP TABLE alerts")
        database.close()
        with sqlite3.connect(stepless) as database:
            database.execute("DELETE FROM schema_migrations")
        database.close()
        with sqlite3.connect(hostile) as database:
            database.execute("CREATE TRIGGER x BEFORE INSERT ON deliveries BEGIN SELECT RAISE(IGNORE); END")
        database.close()
        before = pathlib.Path(server.database).read_bytes()
        for file in (lacking, hostile):
            code, words = server.tool("restore", file)
            assert code == REFUSED and "Nothing was changed" in words, (file, words)
            assert pathlib.Path(server.database).read_bytes() == before, f"a refused restore of {file} has changed the database"
        for file, expected in {text: "no database", other: "no database of LifeSignal", lacking: "lacks table alerts",
                               stepless: "lifesignal restore", hostile: 'DROP TRIGGER "x";', server.folder: "is a folder"}.items():
            before = pathlib.Path(file).read_bytes() if os.path.isfile(file) else b""
            words = server.refused(file)
            assert expected in words, (file, words)
            if os.path.isfile(file) and file == text:
                assert pathlib.Path(file).read_bytes() == before, f"{file} was changed"


CHECKS = tuple(check for name, check in list(globals().items()) if name.startswith("check_"))

if __name__ == "__main__":
    sys.exit(main(CHECKS))
