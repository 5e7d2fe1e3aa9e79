"""How much a first visit carries, and how soon it can be used on a slow phone."""

import statistics

from house import house
from lifesignal import MARGARET

BUDGET = 60 * 1024


class Transfers:
    """Adds up what comes over the wire, compressed as it is, heads included."""

    def __init__(self, page):
        self.urls, self.bytes = {}, {}
        self.cdp = page.context.new_cdp_session(page)
        self.cdp.send("Network.enable")
        self.cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
        self.cdp.on("Network.responseReceived",
                    lambda it: self.urls.update({it["requestId"]: it["response"]["url"]}))
        self.cdp.on("Network.loadingFinished",
                    lambda it: self.bytes.update({it["requestId"]: it["encodedDataLength"]}))

    def by_url(self):
        return {self.urls[id]: size for id, size in self.bytes.items() if id in self.urls}


def first_visit(browser, slowness=1, url=None, **options):
    """A browser that knows nothing opens the app: bytes by URL, and milliseconds until it hears."""
    context = browser.new_context(
        service_workers="block", viewport={"width": 390, "height": 844}, **options)
    page = context.new_page()
    transfers = Transfers(page)
    if slowness > 1:
        transfers.cdp.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    page.goto(url or house.app.url, wait_until="load")
    page.wait_for_selector("html[data-connection=open]", state="attached")
    # Interactive: modules have run, so the script hears the person.
    took = page.evaluate(
        "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    sizes = transfers.by_url()
    context.close()
    return sizes, took


def test_the_first_page_is_small(browser):
    signed_in = house.visitor(browser, MARGARET).context.storage_state()
    notes = []
    for state in (None, signed_in):
        sizes, _ = first_visit(browser, storage_state=state)
        total = sum(sizes.values())
        kinds = [sum(size for url, size in sizes.items() if kind in url) for kind in (".css", ".js")]
        assert min(kinds) > 0, f"no style or script was counted: {sizes}"
        assert total < BUDGET, f"{total} bytes: {sizes}"
        assert len(sizes) <= 12, f"{len(sizes)} requests: {list(sizes)}"
        notes.append(f"{total / 1024:.1f} KB in {len(sizes)} requests")
    return "; ".join(notes)


def test_a_slow_phone_can_use_the_first_page_soon(browser):
    """Lenient, for busy machines; `make bench` holds the figure to its budget."""
    times = [first_visit(browser, slowness=4)[1] for _ in range(3)]
    middle = statistics.median(times)
    assert middle < 5_000, f"{middle:.0f} ms at four times slower: {times}"
    return f"{middle:.0f} ms at a quarter of the speed"
