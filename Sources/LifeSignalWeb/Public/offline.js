// What a page does while the server cannot be reached: check-ins and alerts are kept on this device, and
// everybody is told the truth about them. All words are in the document; this only shows them.

import './outbox.js'
import './subscription.js'
import { tick } from './clock.js'

const page = document.documentElement
const notes = document.getElementById('waiting')
const unheard = document.getElementById('no-one-contacted')
const live = document.querySelector('[data-live]')
const isOfflinePage = document.body.querySelector('#offline-page') !== null

const isConnected = () =>
  !isOfflinePage && navigator.onLine && page.dataset.connection !== 'lost'

// `crypto.randomUUID` is missing on plain HTTP.
const uuid = () => 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () =>
  (crypto.getRandomValues(new Uint8Array(1))[0] & 15).toString(16))

// MARK: Who it is, and what is known of them

async function person() {
  return document.getElementById('app')?.dataset.person ?? outbox.fact('person')
}

// Remembered for the offline page; forgotten when nobody is signed in here.
let known
async function learn() {
  const app = document.getElementById('app')
  if (!app || isOfflinePage) return
  const { person, deadline, checkedIn, emergency } = app.dataset
  const facts = JSON.stringify([person, deadline, checkedIn, emergency])
  if (known === facts || app.querySelector('#page-opening')) return
  const hasSignedIn = person && known !== undefined && JSON.parse(known)[0] !== person
  known = facts
  await outbox.remember('person', person)
  await outbox.remember('deadline', deadline && +deadline)
  await outbox.remember('checkedIn', checkedIn && +checkedIn)
  await outbox.remember('emergency', person && emergency)
  await showEmergencyNumber()
  if (hasSignedIn) drain()
  keepLanguage(app.lang)
  keepWords()
  syncPushes(person)
}

// The number of the person's region, also where no server can be asked.
async function showEmergencyNumber() {
  const digits = await outbox.fact('emergency')
  if (!/^\d{3}$/.test(digits)) return
  for (const link of document.querySelectorAll('[data-emergency-call]')) {
    link.href = `tel:${digits}`
    link.querySelector('span').textContent = digits
  }
}

async function keepLanguage(language) {
  if (!language || language === await outbox.fact('language')) return
  const worker = await navigator.serviceWorker?.ready
  worker?.active?.postMessage({ language })
  await outbox.remember('language', language)
}

// What the worker says in notifications.
function keepWords() {
  const words = document.querySelectorAll('#worker-words [data-word]')
  outbox.remember('push-words', Object.fromEntries(
    Array.from(words, (el) => [el.dataset.word, el.textContent])))
}

// Once for each person on this page, and so on every load.
let synced
function syncPushes(person) {
  if (synced === (person ?? '')) return
  synced = person ?? ''
  pushes.sync(person).catch(() => {})
}

// The session is over. The next person who signs in on this tab begins at the first page, not where the
// last one was; a visitor's link still waits for them.
document.addEventListener('live-over', (event) => {
  if (!document.getElementById('app')?.dataset.person) return
  event.preventDefault()
  location.replace('/')
})

// MARK: Keeping

async function keepCheckIn(key = uuid(), at = Date.now(), state) {
  try {
    await outbox.put({ key, kind: 'check-in', at, person: await person(), state })
  } catch {
    // This browser keeps nothing: then it must not look as if it did.
    if (!state) page.dataset.unsent = 'check-in-form'
    return
  }
  if (state) setTimeout(show, 3500)
  else ask()
}

// Four taps within ten seconds raise an alert, as they do with a connection.
let taps = []
async function tapAlert(button) {
  // One that waits already is the same call for help.
  if (page.hasAttribute('data-alert-waiting')) {
    if (!unheard.open) unheard.showModal()
    return
  }
  const now = Date.now()
  taps = [...taps.filter((tap) => now - tap < 10000), now]
  button?.querySelector('.band')?.setAttribute('class', `band quarters-${taps.length}`)
  if (taps.length < 4) return
  taps = []
  button?.querySelector('.band')?.setAttribute('class', 'band')
  try {
    await outbox.put({ key: uuid(), kind: 'alert', at: now, person: await person() })
    ask()
  } catch {
    page.dataset.unsent = 'alert-button'
  }
  await show()
  if (!unheard.open) unheard.showModal()
}

addEventListener('submit', (event) => {
  if (event.target.id !== 'check-in-form' || isConnected()) return
  event.preventDefault()
  event.stopImmediatePropagation()
  keepCheckIn()
}, true)

addEventListener('click', (event) => {
  const button = event.target.closest?.('#alert-button')
  if (!button || isConnected() || button.matches('.active')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  tapAlert(button)
}, true)

// A connection can be dead without anybody knowing: the script says what it sends, and what it could
// not. A check-in is on disk before it is on its way.
document.addEventListener('live-sending', ({ detail: { id, target, name, at } }) => {
  if (target === 'check-in-form' && name === 'submit') keepCheckIn(id, at, 'trying')
})
document.addEventListener('live-sent', ({ detail: { id, target } }) => {
  if (target === 'check-in-form') outbox.remove(id)
})
document.addEventListener('live-unsent', (event) => {
  const { id, target, name, at } = event.detail
  if (target === 'check-in-form' && name === 'submit') {
    event.preventDefault()
    keepCheckIn(id, at)
  } else if (target === 'alert-button' && name === 'click') {
    event.preventDefault()
    tapAlert(document.getElementById('alert-button'))
  }
})

// MARK: Sending

// The worker may send even when this page is gone.
const ask = () => {
  navigator.serviceWorker?.ready.then(({ sync }) => sync?.register('outbox')).catch(() => {})
  wait = 2000
  soon()
}

let timer, wait = 2000

async function drain() {
  clearTimeout(timer)
  const left = await outbox.drain({ patience: 15000 }).catch(() => 0)
  await show()
  if (left) soon()
  else wait = 2000
}

function soon() {
  clearTimeout(timer)
  timer = setTimeout(drain, wait)
  wait = Math.min(wait * 1.5, 30000)
}

addEventListener('online', drain)
addEventListener('pageshow', drain)
document.addEventListener('visibilitychange', () => document.hidden || drain())
new MutationObserver(() => page.dataset.connection === 'open' && drain())
  .observe(page, { attributeFilter: ['data-connection'] })

// MARK: Saying so

// As the reader's region writes the page's language, like all times of the page.
const spoken = navigator.languages.find((one) => one.split('-')[0] === page.lang.split('-')[0])
const clock = new Intl.DateTimeFormat(spoken || page.lang || undefined, { timeStyle: 'short' })

function note(name, at) {
  const el = notes.querySelector(`[data-note="${name}"]`)
  el.hidden = at === undefined
  if (at) el.querySelector('.kept-time').textContent = clock.format(at)
}

async function show() {
  // What is only just on its way needs no words, unless it takes long.
  const waiting = (await outbox.all())
    .filter((entry) => entry.state !== 'trying' || Date.now() - entry.at > 3000)
  const last = (test) => waiting.filter(test).at(-1)?.at
  const isSignedOut = !document.getElementById('app')?.dataset.person && !isOfflinePage
  note('check-in', last(({ kind, state }) => kind === 'check-in' && state !== 'refused'))
  note('alert', last(({ kind, state }) => kind === 'alert' && state !== 'refused'))
  note('sign-in', last(({ state }) => state === 'signed-out' && isSignedOut))
  note('other', last(({ state }) => state === 'other'))
  note('refused', last(({ kind, state }) => kind === 'check-in' && state === 'refused'))
  note('refused-alert', last(({ kind, state }) => kind === 'alert' && state === 'refused'))
  page.toggleAttribute('data-waiting', notes.querySelector('[data-note]:not([hidden])') !== null)
  const isAlertWaiting = waiting.some(({ kind, state }) =>
    kind === 'alert' && state !== 'refused' && state !== 'other')
  page.toggleAttribute('data-alert-waiting', isAlertWaiting)
  if (!isAlertWaiting && unheard.open) unheard.close()
}

async function showSent() {
  const sent = await outbox.fact('sent')
  const left = (sent?.until ?? 0) - Date.now()
  if (left <= 0) return
  note(`sent-${sent.kind}`, sent.at)
  setTimeout(() => {
    note(`sent-${sent.kind}`)
    show()
  }, left)
}

outbox.hear(async ({ sent }) => {
  if (sent) await showSent()
  show()
})

document.addEventListener('click', async ({ target }) => {
  const act = target.closest?.('[data-waiting-act]')?.dataset.waitingAct
  if (act === 'retry') drain()
  if (act === 'close') unheard.close()
  if (act === 'cancel-alert') {
    for (const { key, kind } of await outbox.all()) if (kind === 'alert') await outbox.remove(key)
  }
  if (act === 'forget') {
    for (const { key, state } of await outbox.all()) if (state === 'refused') await outbox.remove(key)
  }
})

// MARK: The offline page

async function showOfflinePage() {
  const deadline = await outbox.fact('deadline')
  const checkedIn = await outbox.fact('checkedIn')
  const isKnown = await outbox.fact('person') !== undefined
  document.getElementById('offline-known').hidden = !isKnown
  document.getElementById('offline-stranger').hidden = isKnown
  const dial = document.getElementById('offline-dial')
  if (deadline) {
    dial.hidden = false
    dial.querySelector('.left-over').dataset.countdown = deadline
    dial.querySelector('.until').dataset.time = deadline
    const ring = dial.querySelector('.left')
    ring.dataset.ring = deadline
    ring.dataset.ringStart = checkedIn ?? Date.now()
  }
  tick()
  setInterval(tick, 1000)
  // Back to the app as soon as there is one, with nothing left behind.
  for (let pause = 2000;; pause = Math.min(pause * 1.5, 15000)) {
    await new Promise((done) => {
      setTimeout(done, pause)
      addEventListener('online', done, { once: true })
    })
    const isBack = await fetch('/health/live', { signal: AbortSignal.timeout(5000) })
      // Ours even when it says that it is not well: then it wants to hear of check-ins all the more.
      .then((answer) => answer.ok
        || answer.headers.get('content-type') === 'application/json', () => false)
    if (!isBack) continue
    await drain()
    // The worker shows this page at any address; only here it has one of its own.
    if (location.pathname === '/offline') location.replace('/')
    else location.reload()
    return
  }
}

// MARK: Begin

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
}
if (live) new MutationObserver(learn).observe(live, { childList: true, subtree: true, attributes: true })
learn()
showEmergencyNumber()
showSent().then(drain)
if (isOfflinePage) showOfflinePage()
