"""What the checks of one run share: a server, the pages of its people, the samples.

Starting a server and signing in takes longer than most checks, so everything here is made once,
when a check first asks for it. A check that stops the server, moves the clock
or changes what others see has a server of its own.
"""

import json
import os

from lifesignal import LifeSignal
from samples import Samples
from visitor import Visitor

NOBODY = ""
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


class House:
    chromium = CHROMIUM

    def __init__(self):
        self.visitors, self._app, self._samples = {}, None, None

    @property
    def app(self):
        self._app = self._app or LifeSignal()
        return self._app

    @property
    def samples(self):
        self._samples = self._samples or Samples()
        return self._samples

    def visitor(self, browser, person):
        """The open page of a person, signed in; the same one for every check."""
        if person not in self.visitors:
            visitor = self.visitors[person] = Visitor(browser, self.app, person)
            visitor.requests = []
            visitor.page.on("request", lambda request: visitor.requests.append(request.url))
            visitor.open() if person == NOBODY else visitor.sign_in()
        return self.visitors[person]

    def close(self):
        for visitor in self.visitors.values():
            visitor.context.close()
        if self._samples:
            self._samples.close()
        if self._app:
            self._app.remove()
        self.__init__()


house = House()


def leave_layers(visitor):
    """Back to a plain page: whatever lies above it is closed as a person would close it."""
    for _ in range(5):
        top, title = visitor.page.evaluate(
            """(() => { const top = [...document.querySelectorAll('dialog[open]')].at(-1);
                return [top?.id ?? '', top?.querySelector('h2')?.innerText ?? '']; })()""")
        if not top:
            break
        visitor.page.keyboard.press("Escape")
        # A sheet may go back to its list first, under another title.
        visitor.until(f"""(() => {{ const top = document.getElementById({json.dumps(top)});
            return !top?.open || (top.querySelector('h2')?.innerText ?? '') !== {json.dumps(title)}; }})()""")
    if visitor["notifications-back"].count():
        visitor["notifications-back"].click()
        visitor["notifications-back"].wait_for(state="detached")


def go(visitor, place):
    """Brings a visitor to a place of the catalogue."""
    leave_layers(visitor)
    for id in place.path.split():
        if "*" in id:
            first, last = id.split("*")
            visitor.page.locator(f"[id^='{first}'][id$='{last}']").first.click()
        else:
            visitor[id].click()
    visitor[place.shows].wait_for()
    return visitor
