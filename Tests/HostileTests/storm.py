"""Connections that do as little as they can: bounded in number and time, to this machine only."""

import asyncio
import threading

HEAD = b"Host: storm.example\r\n"
# What each kind says at once, and the byte it goes on with.
KINDS = {
    "half a head": (b"GET / HTTP/1.1\r\n" + HEAD + b"X-Slow: ", b"a"),
    "half a body": (b"POST /code HTTP/1.1\r\n" + HEAD + b"Content-Length: 4000\r\n\r\nx", b"x"),
    "nothing": (b"", b"G"),
}


class Storm:
    """Keeps `count` slow connections open, each with a byte every few seconds; those that are closed come again."""

    def __init__(self, address, count, pause=3):
        self.address, self.count, self.pause = address, count, pause
        self.opened = self.open = 0
        self.isEnding = False
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self._stop)
        self.thread.join(timeout=30)
        assert not self.thread.is_alive(), "the storm does not end"

    def _run(self):
        asyncio.set_event_loop(self.loop)
        self.tasks = [self.loop.create_task(self._one(number)) for number in range(self.count)]
        self.loop.run_until_complete(asyncio.gather(*self.tasks, return_exceptions=True))
        self.loop.close()

    def _stop(self):
        # As well as cancelling: opening a connection may swallow that.
        self.isEnding = True
        for task in self.tasks:
            task.cancel()

    async def _one(self, number):
        first, byte = list(KINDS.values())[number % len(KINDS)]
        # Spread over a second or two, so that the storm itself is no spike of this machine.
        await asyncio.sleep(number / 1_000)
        while not self.isEnding:
            try:
                reader, writer = await asyncio.wait_for(asyncio.open_connection(*self.address), 10)
            except (OSError, asyncio.TimeoutError):
                await asyncio.sleep(self.pause)
                continue
            self.opened += 1
            self.open += 1
            end = self.loop.create_task(reader.read())
            try:
                writer.write(first)
                while not (end.done() or self.isEnding):
                    await asyncio.wait([end], timeout=self.pause)
                    writer.write(byte)
            except OSError:
                pass
            finally:
                self.open -= 1
                end.cancel()
                writer.transport.abort()
            await asyncio.sleep(self.pause)
