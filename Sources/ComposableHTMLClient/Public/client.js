// The browser's half of a live page. The server sends whole views, tagged `epoch.revision`; this
// makes the page equal to the newest one, keeps what the person is doing, and carries events back.

import { followAddress, placeShown, startAddress } from './address.js'
import { readClock, refreshClock, tick } from './clock.js'
import { mountIslands } from './islands.js'
import { morph, released, scrolled } from './morph.js'

const root = document.getElementById('live')
const page = document.documentElement
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

// MARK: Frames

let [epoch, revision] = (root?.dataset.frame ?? '.').split('.')
const past = new Set()

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

// What is shown goes along: a server that knows nothing of this page begins it there.
const here = () => (placeShown() ? `&at=${encodeURIComponent(placeShown())}` : '')
const live = () => `${root.dataset.live}?after=${epoch}.${revision}${here()}`

function connect() {
  stream?.close()
  heard = Date.now()
  const place = here()
  let hasOpened = false
  stream = new EventSource(live())
  const mine = stream
  const listen = (name, act) => stream.addEventListener(name, (event) => {
    heard = Date.now()
    act(event.data)
    if (event.data) connected(true)
  })
  listen('open', () => {
    hasOpened = true
    refreshClock()
    wait = 300
  })
  listen('beat', readClock)
  listen('message', receive)
  stream.onerror = async () => {
    connected(false)
    // The browser tries again by itself, soon if it has been told so, but with the old address.
    if (mine.readyState !== EventSource.CLOSED && hasOpened && place === here()) return
    mine.close()
    const asked = new AbortController(), wasDraining = isDraining
    const status = await fetch(live(), { signal: asked.signal })
      .then((reply) => reply.status, () => 0)
    asked.abort()
    // Signing in ends the old session before the answer that brings the new one is here: opened anew
    // meanwhile, the page would ask as a stranger and be made one.
    if (status === 401 && !wasDraining && !isDraining) return leave()
    await sleep(wait *= 0.75 + Math.random())
    wait = Math.min(wait * 1.5, 10000)
    if (mine === stream) connect()
  }
}

// The session is over: the server leads to signing in, unless the page leads elsewhere by preventing
// `live-over`. Should it not, this must not spin.
const leave = () => setTimeout(() => offer('live-over') && location.reload(),
  Math.max(0, 3000 - performance.now()))

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
  const last = queue.slice(1).at(-1) // the first may be on its way already
  if (name === 'input' && last?.target === el.id && last.name === name) {
    return void (last.value = extra.value)
  }
  queue.push({ id: uuid(), target: el.id, name, ...extra, at: Date.now() })
  offer('live-sending', queue.at(-1))
  el.dataset.now = 'pending'
  drain()
}

// A page may keep what cannot be sent: it hears what is on its way (`live-sending`), what arrived
// (`live-sent`), and what could not be sent now (`live-unsent`), which it takes over by preventing it.
const offer = (name, detail) =>
  document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))

// Whether an event is done with: heard, refused for good, or too old to be what the person wants.
async function post({ at, ...event }) {
  if (Date.now() - at > 120000) {
    page.dataset.unsent = event.target
    return true
  }
  try {
    const reply = await fetch(root.dataset.events, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...event, down: stream?.readyState !== EventSource.OPEN, at: placeShown(),
      }),
      signal: AbortSignal.timeout(10000),
    })
    if (reply.status === 401) return leave()
    if (reply.status >= 500 || reply.status === 429) return false
    if (reply.status === 200) receive(await reply.text())
    delete page.dataset.unsent
    if (reply.ok) offer('live-sent', { ...event, at })
    return true
  } catch {
    connected(false)
    return !offer('live-unsent', { ...event, at })
  }
}

// One at a time and in order. A repeated one carries its id, so that it is heard once.
async function drain() {
  if (isDraining) return
  isDraining = true
  for (let pause = 300; queue.length > 0;) {
    if (!await post(queue[0])) {
      await Promise.race([sleep(pause), new Promise((done) => (wake = done))])
      pause = Math.min(pause * 2, 5000)
      continue
    }
    const { target, name } = queue.shift()
    pause = 300
    const el = !isPending(target) && document.getElementById(target)
    if (el && el.dataset.now === 'pending') delete el.dataset.now
    // A refused switch changes no view, so no frame may come that puts it back.
    // Nor has a place that was not there changed any.
    if (/^(toggle|navigate)$/.test(name)) setTimeout(settle, 1000)
  }
  isDraining = false
}

const listener = (event, name) => event.target.closest?.(`[data-on~="${name}"]`)

function hear() {
  const on = (name, act) => document.addEventListener(name, act, true)
  on('click', (event) => {
    const sheet = event.target
    const toast = tappedToast(event)
    if (toast) {
      event.preventDefault()
      event.stopPropagation()
      const button = toast.querySelector('[data-on~="click"]')
      return button ? send(button, 'click') : dismiss(toast)
    }
    if (sheet.matches('dialog[data-sheet]') && !isIn(sheet, event)) return dismiss(sheet)
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
  const tell = (event, name, extra) => {
    const el = listener(event, name)
    if (el) send(el, name, extra)
  }
  on('input', (event) => {
    released.delete(event.target)
    tell(event, 'input', { value: event.target.value })
  })
  on('change', (event) => {
    tell(event, 'change', { value: event.target.value })
    tell(event, 'toggle', { isOn: event.target.checked })
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

function isIn(el, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = el.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
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

// MARK: Toasts

// What each says, and for how many more seconds.
const toasts = new Map()

// They lie above everything: above a sheet opened later as well, for which they are shown once more.
function showToasts(isCovered) {
  for (const el of toasts.keys()) if (!el.isConnected) toasts.delete(el)
  for (const el of root.querySelectorAll('[data-toast]')) {
    const words = el.dataset.announce
    if (!toasts.has(el) || toasts.get(el).words !== words) {
      toasts.set(el, { words, left: +el.dataset.toast || Infinity })
    }
    if (!el.showPopover) continue
    el.popover = 'manual'
    if (isCovered && el.matches(':popover-open')) el.hidePopover()
    if (!el.matches(':popover-open')) el.showPopover()
  }
}

// Every second. Those that no one can see, or whose end cannot be sent, wait.
function closeToasts() {
  if (document.hidden || page.dataset.connection !== 'open') return
  for (const [el, toast] of toasts) {
    if (--toast.left > 0 || !el.isConnected) continue
    toast.left = Infinity
    dismiss(el)
  }
}

// A sheet makes all else inert, a toast above it too: the browser gives the sheet what is tapped there.
function tappedToast(event) {
  if (sheets.length === 0 || event.detail === 0) return
  return [...toasts.keys()].find((el) => el.isConnected && !el.contains(event.target) && isIn(el, event))
}

// MARK: Notes

// Notes of the page that lie above everything, marked `data-raised`. An open sheet makes all else inert,
// so they go into it while it is open: there alone they can be heard, tapped and reached by keys.
const notes = Array.from(document.querySelectorAll('body > [data-raised]'), (el) => {
  const place = document.createComment('')
  el.before(place)
  new ResizeObserver(measureNotes).observe(el)
  return { el, place }
})

function raiseNotes(home, isCovered) {
  for (const { el, place } of notes) {
    if (!el.showPopover) return
    const isRaised = home !== document.body
    if (el.parentNode === home && !isCovered) continue
    if (el.parentNode !== home) moveNote(el, home, isRaised ? null : place.nextSibling)
    el.popover = isRaised ? 'manual' : null
    if (!isRaised) continue
    // Shown once more, it comes above what was opened since.
    if (el.matches(':popover-open')) el.hidePopover()
    el.showPopover()
  }
  measureNotes()
}

// Moving keeps the focus, where the browser can: only within the document.
function moveNote(el, parent, before) {
  if (parent.moveBefore && el.isConnected) parent.moveBefore(el, before)
  else parent.insertBefore(el, before)
}

// How much of a sheet's window they cover, for its styles.
function measureNotes() {
  const height = notes.reduce((sum, { el }) => sum + (el.popover ? el.offsetHeight : 0), 0)
  page.style.setProperty('--above', `${height}px`)
}

// MARK: Pages, sheets, announcements

const sheets = []
const said = new WeakMap()
let zoneTold
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
  let isCovered = false
  for (const sheet of root.querySelectorAll('dialog[data-sheet]:not([open])')) {
    if (!sheets.some((open) => open.sheet === sheet)) {
      sheets.push({ sheet, from: document.activeElement })
    }
    sheet.showModal()
    isCovered = true
  }
  // Outside an open sheet nothing can be heard.
  const home = sheets.at(-1)?.sheet ?? document.body
  raiseNotes(home, isCovered)
  showToasts(isCovered)
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
  followAddress(isFirst)
  mountIslands(root, (el, value) => send(el, 'report', { value }))
  const teller = root.querySelector('[data-zone]')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
  // Once for every life of the store: one that knows no such zone must not be told for ever.
  const telling = teller && epoch + teller.id + zone
  if (teller && teller.dataset.zone !== zone && zoneTold !== telling) {
    zoneTold = telling
    send(teller, 'change', { value: zone })
  }
  const title = root.querySelector('[data-title]')?.dataset.title
  if (title) document.title = title
  if (speaker.parentNode !== home) home.append(speaker)
  const announcing = [...root.querySelectorAll('[data-announce]')]
  for (const el of announcing) {
    const text = el.dataset.announce
    if (said.get(el) === text) continue
    said.set(el, text)
    if (!isFirst) speaker.textContent = text
  }
  // Screen readers can find the speaker: it must not report what the page no longer shows.
  if (!announcing.some((el) => el.dataset.announce === speaker.textContent)) speaker.textContent = ''
}

if (root?.dataset.live) {
  speaker.id = 'speaker'
  speaker.setAttribute('role', 'status')
  speaker.className = 'visually-hidden'
  document.body.append(speaker)
  hear()
  startAddress(root, send, isPending)
  settle(true)
  connect()
  setInterval(() => {
    tick()
    closeToasts()
    check(45000)
  }, 1000)
  addEventListener('online', () => check(0))
  addEventListener('pageshow', (event) => event.persisted && check(0))
  document.addEventListener('visibilitychange', () => document.hidden || check(20000))
}
