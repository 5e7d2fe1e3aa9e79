"""Draws the app's icons from their shapes below: `.venv/bin/python scripts/draw-icons.py`.

One heartbeat on the accent. Writes the SVG and, with the browser of the tests, the PNGs: plain with
rounded corners, maskable with the sign inside the safe circle, monochrome with nothing but the
sign, and the one for Apple's home screen, whose corners the system rounds.
"""

import os
import pathlib

from playwright.sync_api import sync_playwright

PUBLIC = pathlib.Path(__file__).resolve().parent.parent / "Sources/LifeSignalWeb/Public"

# The heartbeat of the tab bar on a field of 24 by 24, drawn with a round pen.
BEAT = "M3.2 12.4h4.1l2.7-6.9 4.2 13.3 2.7-6.4h3.9"


def icon(corner, scale, ink="#fff", ground=True):
    """`scale` is the sign's part of the width."""
    size = 512 * scale / 24
    edge = (512 - 24 * size) / 2
    field = f'''<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#4481ff"/><stop offset="1" stop-color="#1748ab"/></linearGradient></defs>
<rect width="512" height="512" rx="{corner}" fill="url(#g)"/>''' if ground else ""
    return f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{field}
<g transform="translate({edge:.2f} {edge:.2f}) scale({size:.4f})" fill="none" stroke="{ink}"
stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"><path d="{BEAT}"/></g></svg>
'''


PICTURES = {
    "icon-192.png": (192, icon(116, .72)),
    "icon-512.png": (512, icon(116, .72)),
    "icon-180.png": (180, icon(0, .68)),
    "icon-maskable-192.png": (192, icon(0, .56)),
    "icon-maskable-512.png": (512, icon(0, .56)),
    "icon-monochrome-512.png": (512, icon(0, .62, ink="#000", ground=False)),
    "icon-96-check-in.png": (96, icon(48, .72)),
    "icon-96-alert.png": (96, '''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
<rect width="24" height="24" rx="5.5" fill="#c2261f"/><path d="M9.2 5h5.6L19 9.2v5.6L14.8 19H9.2L5 14.8V9.2z
M12 8.6v4.2M12 15.6v.01" fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round"
stroke-linejoin="round"/></svg>'''),
}


def main():
    (PUBLIC / "icon.svg").write_text(icon(116, .72))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for name, (size, drawing) in PICTURES.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>"
                             + drawing)
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
