// Makes a part of the page equal to new markup and keeps what the person is doing: nodes with an id
// stay the same nodes wherever they turn up next, with their focus, selection, scroll and value.

// Attributes that belong to the browser. The server never writes them.
const isOwn = (el, name) => name === 'style' || name === 'data-now'
  || (name === 'open' && /^(DIALOG|DETAILS)$/.test(el.nodeName))
  || (name === 'popover' && el.hasAttribute('data-toast'))
const ownsText = (el) => el.matches('[data-countdown],[data-elapsed],[data-relative],[data-time]')
// Fields just submitted: their values may be replaced even while focused, until the next key.
export const released = new WeakSet()
// Elements that have been scrolled.
export const scrolled = new Set()

export function morph(into, markup) {
  const template = document.createElement('template')
  template.innerHTML = markup
  const next = template.content
  const wanted = new Set(Array.from(next.querySelectorAll('[id]'), (el) => el.id))
  const known = new Map()
  for (const el of into.querySelectorAll('[id]')) {
    if (wanted.has(el.id) && !known.has(el.id)) known.set(el.id, el)
  }
  const active = document.activeElement
  const { selectionStart, selectionEnd } = active ?? {}
  const places = Array.from(scrolled, (el) => [el, el.scrollTop, el.scrollLeft])
  // Keyed nodes whose old place goes before their new one is reached wait here, in the document.
  const parking = document.createElement('div')
  parking.hidden = true
  into.after(parking)

  const isAwaited = (el) => el.id !== '' && known.get(el.id) === el
  const move = (parent, node, before) =>
    parent.moveBefore ? parent.moveBefore(node, before) : parent.insertBefore(node, before)

  function discard(node) {
    // The client's own and the page's, which stay while the sheet around them does.
    if (node.id === 'speaker' || node.dataset?.raised !== undefined) return
    if (node.nodeType === 1) {
      if (isAwaited(node)) return move(parking, node, null)
      for (const el of node.querySelectorAll('[id]')) {
        if (isAwaited(el) && node.contains(el)) move(parking, el, null)
      }
    }
    node.remove()
  }

  function children(parent, source) {
    let cursor = parent.firstChild
    for (const node of [...source.childNodes]) {
      while (cursor?.id && !isAwaited(cursor)) {
        const gone = cursor
        cursor = cursor.nextSibling
        discard(gone)
      }
      let match = null
      if (node.id) {
        const el = known.get(node.id)
        if (el?.nodeName === node.nodeName) known.delete((match = el).id)
      } else {
        match = cursor
        while (match && (match.id || match.nodeName !== node.nodeName)) match = match.nextSibling
      }
      if (!match) {
        match = node.cloneNode(false)
        parent.insertBefore(match, cursor)
        children(match, node)
        cursor = match.nextSibling
        continue
      }
      if (match !== cursor && match === cursor?.nextSibling && cursor.id) {
        // One node has left this place: set it aside rather than moving all that follow.
        move(parking, cursor, null)
        cursor = match
      }
      if (match !== cursor) move(parent, match, cursor)
      if (match.nodeType === 1) patch(match, node)
      else if (match.data !== node.data) match.data = node.data
      // Only now: what stood here may just have moved into the node above.
      cursor = match.nextSibling
    }
    while (cursor) {
      const gone = cursor
      cursor = cursor.nextSibling
      discard(gone)
    }
  }

  function patch(el, node) {
    if (el.isEqualNode(node) || (el.hasAttribute('data-keep') && node.hasAttribute('data-keep'))) return
    const differs = (name) => el.getAttribute(name) !== node.getAttribute(name)
    const value = differs('value'), checked = differs('checked'), selected = differs('selected')
    for (const { name, value } of node.attributes) {
      if (el.getAttribute(name) !== value && !isOwn(el, name)) el.setAttribute(name, value)
    }
    for (const { name } of [...el.attributes]) {
      if (!node.hasAttribute(name) && !isOwn(el, name)) el.removeAttribute(name)
    }
    const isFree = el !== active || released.has(el)
    if (el.nodeName === 'INPUT') {
      if (value && isFree && el.type !== 'file') el.value = node.getAttribute('value') ?? ''
      if (checked) el.checked = node.hasAttribute('checked')
    } else if (el.nodeName === 'OPTION' && selected) el.selected = node.hasAttribute('selected')
    if (el.nodeName === 'TEXTAREA') {
      if (el.defaultValue === node.defaultValue) return
      el.defaultValue = node.defaultValue
      if (isFree) el.value = node.defaultValue
    } else if (!ownsText(node)) children(el, node)
  }

  children(into, next)
  parking.remove()
  // A node that is moved forgets how far it was scrolled.
  for (const [el, top, left] of places) {
    if (!el.isConnected) scrolled.delete(el)
    else if (el.scrollTop !== top || el.scrollLeft !== left) el.scrollTo(left, top)
  }
  if (active && active !== document.activeElement) {
    const el = active.isConnected ? active : active.id && document.getElementById(active.id)
    if (el) {
      el.focus({ preventScroll: true })
      if (selectionStart != null && el === active) el.setSelectionRange(selectionStart, selectionEnd)
    }
  }
}
