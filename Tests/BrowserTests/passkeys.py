"""Passkeys in a real browser, with the authenticator that Chromium plays for the DevTools protocol (WebAuthn.*).

The server is reached as `localhost`: browsers make passkeys for names, and for no address in numbers.
"""

import contextlib
import socket

from lifesignal import MARGARET, LifeSignal
from visitor import Visitor


# `asked` says which questions the browser was asked, and how; `take()` is what a tap on a suggestion does.
SUGGESTIONS = """
  if (window.PublicKeyCredential) {
    window.asked = []
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      asked.push(options.mediation ?? '')
      if (options.mediation !== 'conditional') return get(options)
      return new Promise((done, fail) => {
        options.signal.addEventListener('abort', () => fail(new DOMException('put away', 'AbortError')))
        window.take = () => get({ publicKey: options.publicKey }).then(done, fail)
      })
    }
  }
"""


class Holder(Visitor):
    """A person whose device keeps passkeys and recognizes them.

    The page simulates the suggestions: headless Chromium shows none that a test could accept, and answers or hangs at random.
    The authenticator signs an accepted suggestion as usual.
    """

    def __init__(self, browser, app, number, can_suggest=False):
        super().__init__(browser, app, number)
        self.page.add_init_script(SUGGESTIONS if can_suggest else "if (window.PublicKeyCredential)"
                                  " PublicKeyCredential.isConditionalMediationAvailable = undefined")
        self.cdp = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable", {"enableUI": False})
        self.device = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True,
        }})["authenticatorId"]

    def knows(self, is_so):
        """Whether the device recognises its owner."""
        self.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.device, "isUserVerified": is_so})

    def credentials(self):
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.device})["credentials"]

    def sessions(self):
        self.tab("profile")
        self["open-sessions"].click()
        self["sessions-list"].wait_for()

    def leave(self):
        self["sessions-done"].click()
        self["sign-out"].click()
        self["sign-out-question-confirm"].click()

    def sign_out(self):
        self.leave()
        self["phone-form"].wait_for()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def server_with_a_name():
    """A server that has to know its port before it starts: its own address is made of it."""
    port = free_port()
    name = f"http://localhost:{port}"
    app = LifeSignal(port=port, environment={"LIFESIGNAL_HTTP_ORIGIN": name})
    app.url = name
    try:
        yield app
    finally:
        app.remove()


def test_a_passkey_is_added_signs_in_confirms_and_is_removed(browser):
    with server_with_a_name() as app:
        holder = Holder(browser, app, MARGARET)
        holder.sign_in()
        added(holder)
        signed_in(holder)
        confirmed(holder)
        refused(holder)
        removed(holder)
        assert not holder.errors, holder.errors


def test_a_suggested_passkey_signs_in_without_a_dialog(browser):
    with server_with_a_name() as app:
        holder = Holder(browser, app, MARGARET, can_suggest=True)
        # There is no passkey yet: the person signs in by number and code and ignores the suggestion.
        holder.sign_in()
        added(holder)
        before = app_sessions(holder)
        holder.page.evaluate("asked.length = 0")
        holder.leave()
        holder.until("asked.length > 0")
        holder.page.evaluate("take()")
        holder["tabs"].wait_for()
        assert holder.page.evaluate("asked") == ["conditional"]
        holder.sessions()
        assert app_sessions(holder) == before, "the old session ended, and a new one began"
        assert not holder.errors, holder.errors


def test_a_suggestion_that_is_refused_is_not_made_again(browser):
    with server_with_a_name() as app:
        holder = Holder(browser, app, MARGARET, can_suggest=True)
        holder.sign_in()
        added(holder)
        # The device still has it, and the server does not know it any more.
        row = holder.page.locator("#passkeys-list li").first.get_attribute("id").removeprefix("passkey-row-")
        holder[f"passkey-{row}-remove"].click()
        holder["passkey-question-confirm"].click()
        holder.until("!document.getElementById('passkeys-list')")
        holder.page.evaluate("asked.length = 0")
        wanted = wishes(holder)
        holder.leave()
        holder.until("asked.length > 0")
        holder.page.evaluate("take()")
        holder.sees("This passkey did not work.")
        assert holder.page.evaluate("asked") == ["conditional"]
        assert len(wanted) == 1, wanted
        holder["sign-in-error-ok"].click()
        # As many round trips as another question would have needed.
        for _ in range(3):
            for region, hint in (("UK", "07400 123456"), ("US", "(201) 555-0123")):
                holder["region"].select_option(region)
                holder.until(f"document.getElementById('phone-number').placeholder === '{hint}'")
        assert holder.page.evaluate("asked") == ["conditional"]
        assert len(wanted) == 1, wanted
        assert not holder.errors, holder.errors


def test_a_page_nobody_looks_at_wants_no_suggestion(browser):
    with server_with_a_name() as app:
        holder = Holder(browser, app, MARGARET, can_suggest=True)
        # A tab in the background, until the person switches to it.
        holder.page.add_init_script("""
            window.isLookedAt = false
            Object.defineProperty(Document.prototype, 'visibilityState',
              { get: () => window.isLookedAt ? 'visible' : 'hidden', configurable: true })
            window.able = 0
            PublicKeyCredential.isConditionalMediationAvailable = async () => { window.able += 1; return true }
        """)
        wanted = wishes(holder)
        holder.page.goto(app.url)
        holder.until("window.able > 0")
        assert not wanted, wanted
        with holder.page.expect_request(is_wish):
            holder.page.evaluate("window.isLookedAt = true; document.dispatchEvent(new Event('visibilitychange'))")
        assert len(wanted) == 1, wanted


def says_cancelled(reply):
    return '"cancelled"' in (reply.request.post_data or "")


def is_wish(request):
    """Whether the page wants a question for a suggestion."""
    return request.method == "POST" and '"wanted"' in (request.post_data or "")


def wishes(holder):
    """Those that are sent from now on."""
    found = []
    holder.page.on("request", lambda request: found.append(request.post_data) if is_wish(request) else None)
    return found


def app_sessions(holder):
    return holder.page.locator("#sessions-list > li").count()


def added(holder):
    holder.sessions()
    holder["passkey-add"].click()
    holder["passkeys-list"].wait_for()
    (credential,) = holder.credentials()
    assert credential["isResidentCredential"] and credential["rpId"] == "localhost", credential


def signed_in(holder):
    holder.sign_out()
    holder["sign-in-passkey"].click()
    holder["tabs"].wait_for()
    holder.page.reload()
    holder.connected()
    holder["tabs"].wait_for()


def confirmed(holder):
    """A proof by passkey opens the export where a code would."""
    holder.advance(minutes=16)
    holder.tab("profile")
    holder["export-data"].click()
    holder["confirm-sheet"].wait_for()
    holder["confirm-passkey"].click()
    holder["export-file"].wait_for()
    with holder.page.expect_download() as download:
        holder["export-file"].click()
    assert download.value.suggested_filename == "lifesignal-export.json"
    holder["export-done"].click()


def refused(holder):
    """A device that does not recognize its user signs no one in."""
    holder.sessions()
    holder.sign_out()
    holder.knows(False)
    # Enabled it is also before the page has been told to disable it.
    with holder.page.expect_response(says_cancelled):
        holder["sign-in-passkey"].click()
    holder.until("!document.getElementById('sign-in-passkey').disabled")
    assert holder.page.locator("[id='tabs']").count() == 0
    holder.knows(True)
    holder["sign-in-passkey"].click()
    holder["tabs"].wait_for()


def removed(holder):
    holder.sessions()
    row = holder.page.locator("#passkeys-list li").first.get_attribute("id").removeprefix("passkey-row-")
    holder[f"passkey-{row}-remove"].click()
    holder["passkey-question-confirm"].click()
    holder.until("!document.getElementById('passkeys-list')")
    holder.sign_out()
    holder["sign-in-passkey"].click()
    holder.sees("This passkey did not work.")
