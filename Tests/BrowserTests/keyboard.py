"""The app without a pointer: the steps of the walk with keys alone, the focus always in sight, and what a
screen reader announces meanwhile."""

from lifesignal import DANA, MARGARET, LifeSignal
from visitor import Visitor

# Where the focus is, whether it can be seen, and how.
FOCUS = """() => {
  const el = document.activeElement
  if (!el || el === document.body) return { id: '', ring: true }
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(el)
  const box = el.getBoundingClientRect()
  const at = document.elementFromPoint(
    Math.min(innerWidth - 1, Math.max(0, box.left + box.width / 2)),
    Math.min(innerHeight - 1, Math.max(0, box.top + Math.min(box.height, 60) / 2)))
  return {
    id: el.id, name: el.nodeName,
    // A row's ring is drawn around the whole row, by what lies over it.
    ring: [outlineStyle, outlineWidth, getComputedStyle(el, '::after').outlineStyle,
      getComputedStyle(el, '::after').outlineWidth]
      .some((_, place, all) => place % 2 === 0 && all[place] !== 'none' && parseFloat(all[place + 1]) >= 2)
      || boxShadow !== 'none'
      || /^(H1|H2|MAIN|DIALOG)$/.test(el.nodeName),
    // WCAG 2.2, 2.4.11: not hidden behind something else.
    isCovered: at !== null && !el.contains(at) && !at.contains(el),
  }
}"""


class Typist(Visitor):
    """Presses keys. Says where the focus could not be seen."""

    def focus(self):
        here = self.page.evaluate(FOCUS)
        assert here["ring"], f"the focus cannot be seen on {here}"
        assert not here.get("isCovered"), f"the focus is covered on {here}"
        return here["id"]

    def tab_to(self, id, most=60):
        """Tab until the focus is there; `id*` is the first that begins so."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            here = self.focus()
            if here == id or id.endswith("*") and here.startswith(id[:-1]):
                return here
        raise AssertionError(f"{id} cannot be reached with the Tab key; last at {here}")

    def press(self, id, key="Enter"):
        id = self.tab_to(id)
        self.page.keyboard.press(key)
        return id

    def type(self, id, text):
        if self.page.evaluate("document.activeElement?.id") != id:
            self.tab_to(id)
        self.page.keyboard.type(text)

    def go(self, name):
        self.press(f"tab-{name}")
        self[f"page-{name}"].wait_for()

    def sign_in(self):
        self.open()
        since = len(self.app.lines)
        self.type("phone-number", self.number)
        # Enter does nothing before the number is whole, which the server says.
        self.until("!document.getElementById('send-code').disabled")
        self.page.keyboard.press("Enter")
        self["verification-code"].wait_for()
        # The sixth digit sends it.
        self.type("verification-code", self.app.code(self.number, since))
        self["tabs"].wait_for()

    def hears(self, text):
        """The live region says it."""
        self.until(f"document.getElementById('speaker').textContent.includes({text!r})")

    def until_focus(self, id):
        self.until(f"document.activeElement?.id === '{id}'")


def test_the_steps_with_keys_alone(browser):
    app = LifeSignal()
    try:
        margaret, dana = Typist(browser, app, MARGARET), Typist(browser, app, DANA)
        for person in (margaret, dana):
            person.sign_in()
        # 3: a sheet takes the focus and gives it back.
        margaret.go("check-in")
        margaret.press("change-plan")
        margaret["plan-sheet"].wait_for()
        margaret.until("document.activeElement?.closest('#plan-sheet')")
        margaret.page.keyboard.press("Escape")
        margaret["plan-sheet"].wait_for(state="detached")
        margaret.until_focus("change-plan")
        margaret.page.keyboard.press("Enter")
        margaret["plan-sheet"].wait_for()
        margaret.until("document.activeElement?.closest('#plan-sheet')")
        margaret.press("plan-unit-hours", "Space")
        margaret.press("plan-value-8", "Space")
        margaret.press("plan-save")
        margaret["plan-sheet"].wait_for(state="detached")
        margaret.until_focus("change-plan")
        margaret.go("responders")
        code = margaret["qr-code-id"].inner_text().strip()
        # 2: asking, and accepting.
        dana.go("dependents")
        dana.press("add-dependent")
        dana["scanner-by-id"].wait_for()
        dana.press("scanner-by-id")
        dana["manual-code"].wait_for()
        dana.type("manual-code", code)
        dana.press("manual-code-submit")
        dana["add-contact-sheet"].wait_for()
        if dana["add-contact-dependent"].get_attribute("aria-checked") != "true":
            dana.press("add-contact-dependent", "Space")
        dana.press("add-contact-add")
        dana["add-contact-sheet"].wait_for(state="detached")
        margaret.press("accept-*")
        dana.sees_no("waiting for their answer")
        # 3: the check-in.
        margaret.go("check-in")
        margaret.press("check-in-button")
        margaret.until("/7h 59m|8h 0m/.test(document.getElementById('countdown').innerText)")
        # 5: asked, answered.
        dana.press("ping-*")
        dana["ping-question-confirm"].wait_for()
        dana.press("ping-question-confirm")
        margaret.go("responders")
        margaret.sees("are you OK?")
        margaret.press("respond-to-all")
        margaret["respond-to-all-question-confirm"].wait_for()
        margaret.press("respond-to-all-question-confirm")
        margaret.sees_no("are you OK?")
        # 6: four presses raise, holding the key ends.
        margaret.go("check-in")
        margaret.tab_to("alert-button")
        for count in range(1, 5):
            margaret.page.keyboard.press("Enter")
            if count < 4:
                margaret.hears(f"{count} of 4")
        margaret.hears("Alert is active")
        dana.sees("Alert active")
        margaret.until("!document.getElementById('alert-button').disabled", 5_000)
        margaret.until_focus("alert-button")
        margaret.page.keyboard.down("Space")
        margaret.sees("Activate alert")
        margaret.page.keyboard.up("Space")
        dana.sees_no("Alert active")
        for person in (margaret, dana):
            assert not person.errors, person.errors
    finally:
        app.remove()


def test_the_first_key_leads_past_the_navigation(browser):
    app = LifeSignal()
    try:
        margaret = Typist(browser, app, MARGARET)
        margaret.sign_in()
        margaret.page.reload()
        margaret.connected()
        margaret.page.keyboard.press("Tab")
        assert margaret.page.evaluate("document.activeElement.className") == "skip"
        margaret.page.keyboard.press("Enter")
        assert margaret.page.evaluate("location.hash").startswith("#page-")
    finally:
        app.remove()
