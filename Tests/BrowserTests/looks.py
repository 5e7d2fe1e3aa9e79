"""What is wrong with how a page lies on the screen, as lists of words. Empty lists are good.

`overflow(page)` at any width; `small_targets(page)`; `overlaps(page)`. For a language or a direction:
set it, call these.
"""

SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame)
  await frame()
  await frame()
  // What runs for ever, like a spinner, is not waited for.
  const runs = () => document.getAnimations().filter((it) => it.playState === 'running'
    && it.effect.getComputedTiming().endTime < 5000)
  for (let n = 0; n < 300 && runs().length; n++) await frame()
}"""

NAME = """const name = (el) => el.nodeName.toLowerCase() + (el.id ? '#' + el.id : '')
  + (el.classList.length ? '.' + [...el.classList].join('.') : '')
const seen = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  && el.getBoundingClientRect().width > 1 && !el.closest('.visually-hidden, .skip')
const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
"""

OVERFLOW = """() => {
  %s
  const found = [], width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide in ${width}`)
  }
  const scrolls = (el) => /auto|scroll/.test(getComputedStyle(el).overflowX)
  const inScroller = (el) => {
    for (let up = el.parentElement; up && up !== document.body; up = up.parentElement) {
      if (scrolls(up) && up.nodeName !== 'DIALOG' && !up.matches('.sheet-body')) return true
    }
    return false
  }
  for (const el of layer.querySelectorAll('*')) {
    if (el.closest('svg') || !seen(el) || inScroller(el)) continue
    const { left, right } = el.getBoundingClientRect()
    if (right > width + 1 || left < -1) {
      found.push(`${name(el)} from ${Math.round(left)} to ${Math.round(right)} of ${width}`)
    }
    const style = getComputedStyle(el)
    if (style.display === 'inline' || style.textOverflow === 'ellipsis') continue
    // The words within a text area have no boxes of their own.
    if (el.nodeName === 'TEXTAREA') {
      if (el.scrollWidth > el.clientWidth + 1) found.push(`${name(el)} is too narrow for its text`)
      continue
    }
    for (const node of el.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const words = range.getBoundingClientRect()
      if (words.left < left - 1 || words.right > right + 1) {
        found.push(`${name(el)} is too narrow for “${node.data.trim().slice(0, 30)}”`)
      }
    }
  }
  return found.slice(0, 8)
}""" % NAME

TARGETS = """(least) => {
  %s
  const found = []
  for (const el of layer.querySelectorAll('a[href], button, input, select, textarea, [role=switch]')) {
    if (!seen(el) || el.type === 'hidden' || el.disabled) continue
    // A box is pressed by its label.
    const box = (el.matches('input[type=checkbox], input[type=radio]') && el.closest('label')) || el
    const { width, height } = box.getBoundingClientRect()
    if (getComputedStyle(el).display === 'inline' && el.closest('p')) continue
    if (Math.min(width, height) < least - 0.5) {
      found.push(`${name(el)} is ${Math.round(width)} × ${Math.round(height)}`)
    }
  }
  return found.slice(0, 8)
}""" % NAME

OVERLAPS = """() => {
  %s
  const fixed = (el) => {
    for (let up = el; up; up = up.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(up).position)) return true
    }
    return false
  }
  const all = [...layer.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, h1, h2, h3, p')]
    .filter((el) => seen(el) && !fixed(el))
  const found = []
  all.forEach((one, index) => {
    const a = one.getBoundingClientRect()
    for (const two of all.slice(index + 1)) {
      if (one.contains(two) || two.contains(one)) continue
      if (one.closest('label') && one.closest('label') === two.closest('label')) continue
      const b = two.getBoundingClientRect()
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (x > 3 && y > 3) found.push(`${name(one)} lies on ${name(two)}`)
    }
  })
  return found.slice(0, 8)
}""" % NAME


def overflow(page):
    """What is wider than the window, or cuts its words."""
    return page.evaluate(OVERFLOW)


def small_targets(page, least=24):
    """What is pressed and smaller than `least` pixels in a direction (WCAG 2.2, 2.5.8)."""
    return page.evaluate(TARGETS, least)


def overlaps(page):
    """Words and controls that lie on one another."""
    return page.evaluate(OVERLAPS)


def settled(page):
    """Waits until the style is resolved and painted, and what moves has come to rest."""
    page.evaluate(SETTLED)
