// Asks the device for a new passkey, or for a signature by one it has, as soon as the element is
// shown; what came of it is reported. WebAuthn speaks bytes, and the page speaks base64url.
//
// `suggest` has the browser offer passkeys while a number is typed (WebAuthn L3, 5.1.7): it says that a
// question is wanted, asks it without a dialog, and says so again before the question is too old.

import { serverTime } from './clock.js'

const bytes = (text) => Uint8Array.from(
  atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')

const ceremonies = {
  async create(options, signal) {
    options.challenge = bytes(options.challenge)
    options.user.id = bytes(options.user.id)
    for (const known of options.excludeCredentials) known.id = bytes(known.id)
    const { rawId, response } = await navigator.credentials.create({ publicKey: options, signal })
    return {
      id: text(rawId),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        attestationObject: text(response.attestationObject),
      },
    }
  },

  async get(options, signal, mediation) {
    options.challenge = bytes(options.challenge)
    const { rawId, response } = await navigator.credentials.get(
      { publicKey: options, signal, ...(mediation && { mediation }) })
    return {
      id: text(rawId),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        ...(response.userHandle && { userHandle: text(response.userHandle) }),
      },
    }
  },
}

const words = { AbortError: 'cancelled', NotAllowedError: 'cancelled', InvalidStateError: 'exists' }

// One that has failed, was put away or was taken is not made again while this page is open, unless the
// server itself asks for another.
let isOver = false

const canSuggest = async () =>
  await window.PublicKeyCredential?.isConditionalMediationAvailable?.() ?? false

// A page nobody looks at wants nothing.
const isSeen = () => document.visibilityState === 'visible'

// Whoever is asked by their device has left the page for it: what they look at is not taken away.
const isInHand = () => isSeen() && document.hasFocus()

// Milliseconds after which a question that has not come is wanted again.
const patience = 60000

// Wants a question from `at` on, by the server's clock and however long the device has slept, as soon as
// `isTime` says so. Returns what ends it.
function wantFrom(at, isTime, leaving, want) {
  const waiting = new AbortController(), { signal } = waiting
  let timer
  const look = () => {
    clearTimeout(timer)
    if (signal.aborted) return
    const left = at - serverTime()
    if (left > 0) {
      timer = setTimeout(look, left)
    } else if (isTime()) {
      at = serverTime() + patience
      timer = setTimeout(look, patience)
      want()
    }
  }
  const end = () => {
    clearTimeout(timer)
    waiting.abort()
  }
  leaving.addEventListener('abort', end, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  for (const name of ['focus', 'pageshow']) window.addEventListener(name, look, { signal })
  look()
  return end
}

async function suggest({ options, until }, leaving, want) {
  if (!await canSuggest() || leaving.aborted) return null
  if (!options || until <= serverTime()) {
    if (!isOver) wantFrom(0, isSeen, leaving, want)
    return null
  }
  const question = JSON.parse(options)
  const end = wantFrom(until - question.timeout / 5, isInHand, leaving, want)
  try {
    return `answer:${JSON.stringify(await ceremonies.get(question, leaving, 'conditional'))}`
  } finally {
    end()
    isOver ||= !leaving.aborted
  }
}

export function mount(el, report) {
  const leaving = new AbortController()
  const { ceremony, options } = el.dataset
  const ask = async () => {
    if (ceremony === 'suggest') {
      return suggest(el.dataset, leaving.signal, () => report('wanted'))
        .catch((problem) => words[problem.name] ?? 'failed')
    }
    if (!window.PublicKeyCredential) return 'unsupported'
    try {
      const answer = await ceremonies[ceremony](JSON.parse(options), leaving.signal)
      return `answer:${JSON.stringify(answer)}`
    } catch (problem) {
      return words[problem.name] ?? 'failed'
    }
  }
  ask().then((outcome) => { if (outcome && !leaving.signal.aborted) report(outcome) })
  return () => leaving.abort()
}
