"""What holds in every place of the app: nothing foreign, no error, room for everything, for everybody.

A page is loaded once and put through all checks: loading is what takes time.
"""

import contextlib
import re

import axe
import looks
from catalogue import PLACES
from house import go, house
from lifesignal import MARGARET


def test_every_place(browser):
    """Where the app can be gone to: its own origin only, no word on the console, 320 pixels."""
    found = []
    for place in PLACES:
        visitor = go(house.visitor(browser, place.person), place)
        page = visitor.page
        foreign = {url for url in visitor.requests if not url.startswith((visitor.app.url, "data:"))}
        found += [f"{place.name}: {one}" for one in [*foreign, *visitor.errors]]
        visitor.requests.clear()
        visitor.errors.clear()
        before = page.viewport_size
        page.set_viewport_size({"width": 320, "height": 640})
        looks.settled(page)
        found += [f"{place.name} at 320: {one}"
                  for one in looks.overflow(page) + looks.small_targets(page)]
        page.set_viewport_size(before)
        found += [f"{place.name}: {one}" for one in axe.violations(page)]
    assert not found, "\n".join([f"{len(found)} found", *found])
    return f"{len(PLACES)} places"


def test_every_sample(browser):
    """Every state of every screen, whatever it takes to get there."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page, found = context.new_page(), []
    here = ""
    page.on("pageerror", lambda error: found.append(f"{here}: {error}"))
    page.on("console", lambda message: message.type == "error"
            and found.append(f"{here}: {message.text}"))
    for here in house.samples.names:
        page.set_viewport_size({"width": 390, "height": 844})
        house.samples.open(page, here)
        for name, check in CHECKS.items():
            found += [f"{here}, {name}: {one}" for one in check(page)]
    context.close()
    assert not found, "\n".join([f"{len(found)} found", *found])
    return f"{len(house.samples.names)} samples"


def test_every_language(browser):
    """Words are longer elsewhere, and run the other way: nothing is cut at 320 pixels."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page, found = context.new_page(), []
    house.samples.open(page, house.samples.names[0])
    page.set_viewport_size({"width": 320, "height": 640})
    for language in house.samples.languages:
        for name in house.samples.names:
            house.samples.change(page, name, language)
            looks.settled(page)
            found += [f"{name} in {language}: {one}"
                      for one in looks.overflow(page) + looks.overlaps(page)]
    context.close()
    assert not found, "\n".join([f"{len(found)} found", *found])
    return f"{len(house.samples.names)} samples in {len(house.samples.languages)} languages"


def test_the_offline_page(browser):
    """For a person who was signed in here, while the server cannot be reached."""
    visitor = house.visitor(browser, MARGARET)
    page, found = visitor.context.new_page(), []
    page.route("**/health/live", lambda route: route.abort())
    page.goto(f"{house.app.url}/offline")
    page.wait_for_selector("#offline-known:not([hidden])")
    page.wait_for_selector("#offline-dial:not([hidden])")
    for name, check in CHECKS.items():
        found += [f"{name}: {one}" for one in check(page)]
    page.close()
    assert not found, "\n".join([f"{len(found)} found", *found])


def test_the_card_of_codes_is_printed_whole_on_one_page(browser):
    """From a phone and a desktop, in the light and the dark, on both papers: the card is all that is printed."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    for width, scheme in ((390, "light"), (1280, "dark")):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        house.samples.open(page, "codes-new")
        for paper in ("A4", "Letter"):
            pages = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
            assert len(pages) == 1, (width, paper, len(pages))
        page.emulate_media(media="print")
        shown = page.evaluate(PRINTED)
        page.emulate_media(media="null")
        assert shown["top"] < 8 and shown["height"] > 100, shown
        assert not shown["others"] and len(shown["codes"]) > 9, shown
        assert all(shown["top"] < at < shown["top"] + shown["height"] for at in shown["codes"]), shown
    context.close()


# Where the printed card lies, its codes, and what else takes room.
PRINTED = """() => {
  const card = document.querySelector('.paper-card'), { top, height } = card.getBoundingClientRect()
  const codes = Array.from(card.querySelectorAll('code'), (it) => it.getBoundingClientRect().top)
  const others = [...document.body.querySelectorAll('*')]
    .filter((it) => !it.contains(card) && !card.contains(it) && it.getClientRects().length > 0)
  return { top, height, codes, others: others.map((it) => it.id || it.nodeName) }
}"""


# Words that are read in a hurry and are smaller than agreed, in pixels.
TOO_SMALL = """() => Object.entries({ '.tab > span:last-child': 12, '#alert-how': 15 }).flatMap(([selector, least]) =>
  Array.from(document.querySelectorAll(selector), (it) => parseFloat(getComputedStyle(it).fontSize))
    .filter((size) => size < least).map((size) => `${selector} has ${size} px`))"""


def narrow(page):
    """WCAG 2.2, 1.4.10 and 2.5.8."""
    sized(page, 320, 640)
    return (looks.overflow(page) + looks.small_targets(page) + looks.overlaps(page) + in_reach(page)
            + page.evaluate(TOO_SMALL))


def wide(page):
    sized(page, 1280, 800)
    return looks.overflow(page) + looks.overlaps(page) + in_reach(page)


# Where the check-in button and its tab are not on the screen as a whole, and where a sheet's title breaks
# within a word. A title cannot be off the side: `looks.overflow` finds that.
OUT_OF_REACH = """() => {
  const found = [], sheet = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!sheet) for (const id of ['check-in-button', 'tab-check-in']) {
    const el = document.getElementById(id)
    if (!el) continue
    const { left, top, right, bottom } = el.getBoundingClientRect()
    const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1 || !el.contains(on)) {
      found.push(`#${id} lies at ${[left, top, right, bottom].map(Math.round)} of ${innerWidth} × ${innerHeight}`)
    }
  }
  const title = sheet?.querySelector('.sheet-header h2'), room = title?.parentElement.clientWidth
  for (const node of title?.childNodes ?? []) {
    for (const { 0: word, index } of (node.data ?? '').matchAll(/[^\\s-]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (range.getClientRects().length > 1) found.push(`“${word}” is broken in ${Math.round(room)} px`)
    }
  }
  return found
}"""


def in_reach(page):
    return page.evaluate(OUT_OF_REACH)


@contextlib.contextmanager
def text_size(page, times):
    """The browser's own text size. Unlike a size of the root element, media queries in `em` follow it."""
    session = page.context.new_cdp_session(page)

    def size(times):
        session.send("Page.setFontSizes", {"fontSizes": {"standard": round(16 * times), "fixed": round(13 * times)}})
        looks.settled(page)
    size(times)
    try:
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{16 * times:.0f}px"
        yield
    finally:
        size(1)
        session.detach()


def large_text(page):
    """As a phone's text size does it: letters grow, the window does not (WCAG 1.4.4)."""
    sized(page, 390, 844)
    with text_size(page, 2):
        found = looks.overflow(page)
    for times, width, height in ((1.5, 390, 844), (2, 390, 844), (2, 320, 568), (2, 1280, 800)):
        sized(page, width, height)
        with text_size(page, times):
            found += [f"{times} times in {width} × {height}: {one}" for one in in_reach(page)]
    return found


def zoomed(page):
    """Zoom of 200 % on a phone, a small phone and a laptop: half as many pixels of CSS.

    Narrower than WCAG asks for (1.4.10): words may be cut there, but what is vital stays in reach.
    """
    found = []
    for width, height in ((195, 422), (160, 284), (640, 400)):
        sized(page, width, height)
        found += [f"{width} × {height}: {one}" for one in in_reach(page)]
    return found


def right_to_left(page):
    sized(page, 360, 740)
    page.evaluate("document.documentElement.dir = 'rtl'")
    looks.settled(page)
    found = looks.overflow(page) + looks.overlaps(page)
    page.evaluate("document.documentElement.dir = 'ltr'")
    return found


def light(page):
    # As tall as the page: what the docked button happens to cover until one scrolls is not too small.
    sized(page, 390, 844)
    # Twice: what grows with the window makes the page taller once more.
    for _ in range(2):
        sized(page, 390, max(844, page.evaluate("document.documentElement.scrollHeight")))
    found = axe.violations(page)
    sized(page, 390, 844)
    return found


def dark(page):
    page.emulate_media(color_scheme="dark")
    looks.settled(page)
    return axe.violations(page, only_colours=True)


def more_contrast(page):
    page.emulate_media(color_scheme="light", contrast="more")
    looks.settled(page)
    found = axe.violations(page, only_colours=True)
    page.emulate_media(contrast="no-preference")
    return found


def forced_colours(page):
    page.emulate_media(forced_colors="active", color_scheme="dark")
    looks.settled(page)
    found = axe.violations(page, only_colours=True)
    page.emulate_media(forced_colors="none", color_scheme="light")
    return found


CHECKS = {
    "at 320": narrow, "at 1280": wide, "with larger text": large_text, "zoomed": zoomed,
    "from right to left": right_to_left, "in the light": light, "in the dark": dark,
    "with more contrast": more_contrast, "in forced colours": forced_colours,
}


def sized(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    looks.settled(page)
