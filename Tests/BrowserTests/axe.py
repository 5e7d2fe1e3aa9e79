"""axe-core on a page: `violations(page)` is a list of words, empty when the page is good."""

import json

from axe_playwright_python.base import AXE_SCRIPT

# WCAG 2.2 up to AA, and what axe itself calls good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]

RUN = """async (only) => {
  const run = only.length ? { type: 'rule', values: only } : { type: 'tag', values: %s }
  const { violations } = await axe.run(document, { runOnly: run, resultTypes: ["violations"], preload: false })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(' ')}: ${failureSummary.split('\\n').slice(1).join(' ').trim()}`))
}""" % json.dumps(TAGS)


def violations(page, only_colours=False):
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN, ["color-contrast", "link-in-text-block"] if only_colours else [])
