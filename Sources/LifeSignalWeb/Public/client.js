// The browser's half of a live page. The server sends whole views, tagged `epoch.revision`; this
// makes the page equal to the newest one, keeps what the person is doing, and carries events back.

const root = document.getElementById('live')
const page = document.documentElement
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

// MARK: Morph

// Attributes that belong to the browser. The server never writes them.
const isOwn = (el, name) => name === 'style' || name === 'data-now'
  || (name === 'open' && /^(DIALOG|DETAILS)$/.test(el.nodeName))
const ownsText = (el) => el.matches('[data-countdown],[data-elapsed],[data-relative],[data-time]')
// Fields just submitted: their values may be replaced even while focused, until the next key.
const released = new WeakSet()
const scrolled = new Set()

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

// MARK: Frames

let [epoch, revision] = (root?.dataset.frame ?? '.').split('.')
const past = new Set()
let offset = (root?.dataset.clock ?? Date.now()) - Date.now(), isClockNew = false
const now = () => Date.now() + offset

// A message on its way makes the server's clock seem late, never early: so the greatest difference
// since the stream was opened is the truest.
function readClock(clock) {
  offset = Math.max(clock - Date.now(), isClockNew ? -Infinity : offset)
  isClockNew = false
}

// A frame is a line `epoch.revision milliseconds` and the view.
function receive(text) {
  const end = text.indexOf('\n')
  const [tag, clock] = text.slice(0, end).split(' ')
  const [itsEpoch, itsRevision] = tag.split('.')
  readClock(clock)
  if (past.has(itsEpoch) || (itsEpoch === epoch && +itsRevision <= +revision)) return
  if (itsEpoch !== epoch) past.add(epoch)
  epoch = itsEpoch
  revision = itsRevision
  morph(root, text.slice(end + 1))
  root.dataset.frame = tag
  settle()
}

// MARK: Stream

let stream, heard, lostTimer, wait = 300

function connect() {
  stream?.close()
  heard = Date.now()
  stream = new EventSource(`${root.dataset.live}?after=${epoch}.${revision}`)
  const mine = stream
  const listen = (name, act) => stream.addEventListener(name, (event) => {
    heard = Date.now()
    act(event.data)
  })
  listen('open', () => {
    isClockNew = true
    wait = 300
  })
  listen('beat', (clock) => {
    readClock(clock)
    connected(true)
  })
  listen('message', (text) => {
    receive(text)
    connected(true)
  })
  stream.onerror = async () => {
    connected(false)
    if (mine.readyState !== EventSource.CLOSED) return // the browser tries again by itself
    const asked = new AbortController()
    const status = await fetch(root.dataset.live, { signal: asked.signal })
      .then((reply) => reply.status, () => 0)
    asked.abort()
    if (status === 401) return leave()
    await sleep(wait *= 0.75 + Math.random())
    wait = Math.min(wait * 1.5, 10000)
    if (mine === stream) connect()
  }
}

// The session is over: the server leads to signing in. Should it not, this must not spin.
const leave = () => setTimeout(() => location.reload(), Math.max(0, 3000 - performance.now()))

// Every failed try comes here: the second is counted from the first of them.
function connected(is) {
  if (!is) lostTimer ??= setTimeout(() => (page.dataset.connection = 'lost'), 1000)
  else {
    clearTimeout(lostTimer)
    lostTimer = undefined
    page.dataset.connection = 'open'
    wake?.()
  }
}

// Beats come every 15 seconds. A network that died without a word is noticed by their absence.
function check(limit) {
  if (Date.now() - heard > limit) {
    connected(false)
    connect()
  }
}

// MARK: Events

const queue = []
let isDraining = false, wake
const isPending = (id) => queue.some((event) => event.target === id)

// `crypto.randomUUID` is missing on plain HTTP, which a home network may well use.
const uuid = () => 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () =>
  (crypto.getRandomValues(new Uint8Array(1))[0] & 15).toString(16))

function send(el, name, extra) {
  const last = queue.length > 1 && queue.at(-1)
  if (name === 'input' && last && last.target === el.id && last.name === name) {
    last.value = extra.value
    return
  }
  queue.push({ id: uuid(), target: el.id, name, ...extra, at: Date.now() })
  el.dataset.now = 'pending'
  drain()
}

// One at a time, in order, until each has been heard once; after two minutes an event is not what
// the person wants any more, and the page says that it was not sent.
async function drain() {
  if (isDraining) return
  isDraining = true
  for (let pause = 300; queue.length > 0;) {
    const { at, ...event } = queue[0]
    let isDone = Date.now() - at > 120000
    if (isDone) page.dataset.unsent = event.target
    else {
      try {
        const reply = await fetch(root.dataset.events, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...event, down: stream?.readyState !== EventSource.OPEN }),
          signal: AbortSignal.timeout(10000),
        })
        if (reply.status === 401) return leave()
        isDone = reply.status < 500 && reply.status !== 429
        if (reply.status === 200) receive(await reply.text())
        if (isDone) delete page.dataset.unsent
      } catch {
        connected(false)
      }
    }
    if (isDone) {
      queue.shift()
      pause = 300
      const el = !isPending(event.target) && document.getElementById(event.target)
      if (el && el.dataset.now === 'pending') delete el.dataset.now
      // A refused switch changes no view, so no frame may come that puts it back.
      if (event.name === 'toggle') setTimeout(settle, 1000)
    } else {
      await Promise.race([sleep(pause), new Promise((done) => (wake = done))])
      pause = Math.min(pause * 2, 5000)
    }
  }
  isDraining = false
}

const listener = (event, name) => event.target.closest?.(`[data-on~="${name}"]`)

function hear() {
  const on = (name, act) => document.addEventListener(name, act, true)
  on('click', (event) => {
    const sheet = event.target
    if (sheet.matches('dialog[data-sheet]')) {
      const { left, right, top, bottom } = sheet.getBoundingClientRect()
      const { clientX: x, clientY: y } = event
      if (x < left || x > right || y < top || y > bottom) return dismiss(sheet)
    }
    const el = listener(event, 'click')
    if (!el || (el.nodeName === 'A' && (event.metaKey || event.ctrlKey))) return
    if (/^(A|BUTTON)$/.test(el.nodeName)) event.preventDefault()
    send(el, 'click')
  })
  on('submit', (event) => {
    const form = listener(event, 'submit')
    if (!form) return
    event.preventDefault()
    const fields = {}
    for (const [name, value] of new FormData(form, event.submitter)) {
      if (typeof value === 'string') (fields[name] ??= []).push(value)
    }
    for (const field of form.elements) released.add(field)
    send(form, 'submit', { fields })
  })
  on('input', (event) => {
    released.delete(event.target)
    const el = listener(event, 'input')
    if (el) send(el, 'input', { value: event.target.value })
  })
  on('change', (event) => {
    const el = listener(event, 'change')
    if (el) send(el, 'change', { value: event.target.value })
    const box = listener(event, 'toggle')
    if (box) send(box, 'toggle', { isOn: event.target.checked })
  })
  on('cancel', (event) => {
    if (!event.target.matches('dialog[data-sheet]')) return
    event.preventDefault()
    dismiss(event.target)
  })
  on('pointerdown', (event) => event.button === 0 && press(listener(event, 'hold')))
  on('keydown', (event) => {
    const el = /^( |Enter)$/.test(event.key) && listener(event, 'hold')
    if (!el) return
    event.preventDefault()
    if (!event.repeat) press(el)
  })
  for (const name of ['pointerup', 'pointercancel', 'keyup']) on(name, release)
  on('blur', (event) => event.target === held?.el && release())
  addEventListener('blur', release)
  on('scroll', ({ target }) => target !== document && scrolled.add(target))
  on('contextmenu', (event) => held && event.preventDefault())
}

function dismiss(sheet) {
  if (sheet.matches('[data-on~="dismiss"]') && !isPending(sheet.id)) send(sheet, 'dismiss')
}

// MARK: Hold

let held = null

function press(el) {
  if (!el || el.disabled) return
  held = { el, since: performance.now() }
  el.dataset.now = 'holding'
  requestAnimationFrame(progress)
}

function progress() {
  if (!held) return
  const { el, since } = held
  const part = Math.min(1, (performance.now() - since) / el.dataset.hold)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  el.style.setProperty('--hold', isCalm ? Math.floor(part * 4) / 4 : part)
  if (!el.isConnected) release()
  else if (part < 1) requestAnimationFrame(progress)
  else {
    release()
    send(el, 'hold')
  }
}

function release() {
  held?.el.style.removeProperty('--hold')
  if (held) delete held.el.dataset.now
  held = null
}

// MARK: Time

const memo = (make, kept = {}) => (key) => (kept[key] ??= make(key))
const language = page.lang || undefined
const clock = { hour: '2-digit', minute: '2-digit' }, date = { day: 'numeric', month: 'short' }
const styles = { time: clock, weekday: { weekday: 'short', ...clock }, day: date, full: { ...date, ...clock } }
const instant = memo((style) => new Intl.DateTimeFormat(language, styles[style]))
const ago = memo((style) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style }))
const units = [[86400, 'd', 'day'], [3600, 'h', 'hour'], [60, 'm', 'minute'], [1, 's', 'second']]

// The two highest units; with the format `minutes` nothing below them, and `clock` is MM:SS.
function span(seconds, format) {
  const two = (number) => String(number).padStart(2, '0')
  const minutes = Math.floor(seconds / 60), rest = two(seconds % 60)
  if (format === 'clock') {
    return seconds < 3600 ? `${two(minutes)}:${rest}` : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${rest}`
  }
  const all = format === 'minutes' ? units.slice(0, 3) : units
  let index = all.findIndex(([size]) => seconds >= size)
  if (index < 0) index = all.length - 1
  return all.slice(index, index + 2).map(([size, letter], place) =>
    Math.floor((place ? seconds % all[index][0] : seconds) / size) + letter).join(' ')
}

const texts = {
  countdown(at, { format, passed }, el) {
    if (at > 0) delete el.dataset.now
    else el.dataset.now = 'passed'
    return at > 0 || passed == null ? span(Math.max(0, Math.ceil(at)), format) : passed
  },
  elapsed: (at, { format }) => span(Math.max(0, Math.floor(-at)), format),
  relative(at, { format = 'long', recent = 'now' }) {
    const unit = units.find(([size]) => -at >= size && size > 1)
    return unit ? ago(format).format(Math.ceil(at / unit[0]), unit[2]) : recent
  },
  time: (at, { format = 'time', time }) => instant(format).format(+time),
}

function tick() {
  const at = now()
  for (const kind in texts) {
    for (const el of root.querySelectorAll(`[data-${kind}]`)) {
      const text = texts[kind]((el.dataset[kind] - at) / 1000, el.dataset, el)
      if (el.textContent !== text) el.textContent = text
    }
  }
  for (const el of root.querySelectorAll('[data-ring]')) {
    const { ring, ringStart: from } = el.dataset
    el.style.strokeDashoffset = 100 * Math.min(1, Math.max(0, (at - from) / (ring - from)))
  }
}

// MARK: Pages, sheets, announcements

const sheets = []
const said = new WeakMap()
const speaker = document.createElement('div')
let place

function settle(isFirst) {
  tick()
  // A switch shows what the server says, once it has heard.
  for (const box of root.querySelectorAll('[data-on~="toggle"]')) {
    if (!isPending(box.id)) box.checked = box.defaultChecked
  }
  for (let index = sheets.length; index--;) {
    const { sheet, from } = sheets[index]
    if (sheet.isConnected) continue
    sheets.splice(index, 1)
    const back = from?.isConnected ? from : from?.id && document.getElementById(from.id)
    if (back) back.focus({ preventScroll: true })
  }
  for (const sheet of root.querySelectorAll('dialog[data-sheet]:not([open])')) {
    if (!sheets.some((open) => open.sheet === sheet)) {
      sheets.push({ sheet, from: document.activeElement })
    }
    sheet.showModal()
  }
  const here = root.querySelector('[data-page]')
  if (here && here.dataset.page !== place) {
    place = here.dataset.page
    if (!isFirst) {
      scrollTo(0, 0)
      const target = here.querySelector('[autofocus]') ?? here.querySelector('h1')
      if (target?.nodeName === 'H1') target.tabIndex = -1
      if (document.activeElement === document.body) target?.focus({ preventScroll: true })
    }
  }
  const title = root.querySelector('[data-title]')?.dataset.title
  if (title) document.title = title
  for (const el of root.querySelectorAll('[data-announce]')) {
    const text = el.dataset.announce
    if (said.get(el) === text) continue
    said.set(el, text)
    if (!isFirst) speaker.textContent = text
  }
}

if (root?.dataset.live) {
  speaker.id = 'speaker'
  speaker.setAttribute('role', 'status')
  speaker.className = 'visually-hidden'
  document.body.append(speaker)
  hear()
  settle(true)
  connect()
  setInterval(() => {
    tick()
    check(45000)
  }, 1000)
  addEventListener('online', () => check(0))
  addEventListener('pageshow', (event) => event.persisted && check(0))
  document.addEventListener('visibilitychange', () => document.hidden || check(20000))
}
