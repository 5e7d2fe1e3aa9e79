"""The app on a home screen: what a browser asks of it, and what it keeps."""

import json
import os
import pathlib
import shutil
import tempfile

from house import house
from lifesignal import BINARY, MARGARET, LifeSignal
from offline import SAVED, SENT, Phone


def test_a_browser_finds_nothing_that_keeps_it_from_being_installed(browser):
    folder = tempfile.mkdtemp(prefix="lifesignal-profile-")
    # Only a profile that is kept can install anything.
    context = browser.browser_type.launch_persistent_context(
        folder, executable_path=house.chromium, args=["--no-sandbox"])
    try:
        page = context.new_page()
        page.goto(house.app.url)
        page.wait_for_selector("html[data-connection=open]", state="attached")
        cdp = context.new_cdp_session(page)
        manifest = cdp.send("Page.getAppManifest")
        assert manifest["errors"] == [], manifest["errors"]
        problems = cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert problems == [], problems
        # Everything it names is there, and is what it says.
        broken = page.evaluate("""async () => {
          const { icons, shortcuts, screenshots, start_url } =
            await (await fetch('/manifest.webmanifest')).json()
          const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((it) => it.icons)]
          const broken = []
          for (const { src, sizes, type } of pictures) {
            const answer = await fetch(src)
            if (!answer.ok || answer.headers.get('content-type') !== type) broken.push(src)
            if (sizes === 'any') continue
            const picture = new Image()
            picture.src = src
            await picture.decode().catch(() => {})
            const found = `${picture.naturalWidth}x${picture.naturalHeight}`
            if (found !== sizes) broken.push(`${src} is ${found}`)
          }
          for (const { url } of [...shortcuts, { url: start_url }]) {
            const answer = await fetch(url)
            if (!answer.ok) broken.push(`${url} answers ${answer.status}`)
          }
          return broken
        }""")
        assert broken == [], broken
    finally:
        context.close()
        shutil.rmtree(folder, ignore_errors=True)


def test_the_worker_keeps_the_shell_and_nobodys_data(browser):
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(house.app.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        kept = page.evaluate("""async () => {
          const urls = []
          for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
          }
          return urls
        }""")
        assert kept, "nothing is kept"
        wrong = [url for url in kept if "/assets/" not in url and not url.endswith("/offline")]
        assert not wrong, wrong
        page.evaluate("caches.keys().then((all) => Promise.all(all.map((it) => caches.delete(it))))")
        assert page.evaluate("navigator.serviceWorker.controller?.scriptURL ?? ''").endswith("/sw.js")
    finally:
        context.close()


def newer(folder):
    """The same program with one style changed, as the next release would be."""
    binary = pathlib.Path(BINARY).resolve()
    os.link(binary, folder / "lifesignal")
    for resources in binary.parent.glob("*.resources"):
        shutil.copytree(resources, folder / resources.name)
    sheet = folder / "LifeSignal_LifeSignalWeb.resources/Public/app.css"
    sheet.write_text(sheet.read_text() + "/* newer */\n")
    return str(folder / "lifesignal")


def test_a_new_version_takes_over_and_an_old_tab_goes_on(browser):
    app = LifeSignal()
    # Beside the program: a second name for a file has to be on the same disk.
    folder = pathlib.Path(tempfile.mkdtemp(dir=pathlib.Path(BINARY).resolve().parent))
    try:
        phone = Phone(browser, app, MARGARET)
        phone.arrive()
        old = json.dumps(phone.page.evaluate("caches.keys()"))
        phone.lose_server()
        app.binary = newer(folder)
        phone.find_server()
        phone.connected()
        phone.tab("check-in")
        phone.page.evaluate(
            "navigator.serviceWorker.getRegistration().then((it) => it.update()).then(() => true)")
        phone.until(f"!(await caches.keys()).some((name) => {old}.includes(name))")
        assert len(phone.page.evaluate("caches.keys()")) == 1
        # The page is still the old one: it knows how to keep, the new worker how to send.
        phone.lose_server()
        phone["check-in-button"].click()
        phone.sees(SAVED)
        phone.find_server()
        phone.sees(SENT)
        assert not phone.errors, phone.errors
    finally:
        app.remove()
        shutil.rmtree(folder, ignore_errors=True)
