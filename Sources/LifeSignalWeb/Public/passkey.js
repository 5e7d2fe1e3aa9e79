// Asks the device for a new passkey, or for a signature by one it has, as soon as the element is
// shown; what came of it is reported. WebAuthn speaks bytes, and the page speaks base64url.
//
// `suggest` has the browser offer passkeys while a number is typed (WebAuthn L3, 5.1.7): it says that a
// question is wanted, asks it without a dialog, and says so again before the question is too old.

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

// One that has failed or was put away is not made again while this page is open.
let isOver = false

const canSuggest = async () =>
  !isOver && (await window.PublicKeyCredential?.isConditionalMediationAvailable?.() ?? false)

async function suggest(options, signal, want) {
  if (!await canSuggest()) return null
  if (!options) return 'wanted'
  const question = JSON.parse(options)
  // A page nobody looks at asks for nothing.
  const renew = () => {
    if (signal.aborted) return
    if (document.visibilityState === 'visible') want()
    else document.addEventListener('visibilitychange', renew, { once: true, signal })
  }
  const timer = setTimeout(renew, question.timeout * 0.8)
  signal.addEventListener('abort', () => clearTimeout(timer))
  const answer = await ceremonies.get(question, signal, 'conditional')
  clearTimeout(timer)
  return `answer:${JSON.stringify(answer)}`
}

export function mount(el, report) {
  const leaving = new AbortController()
  const { ceremony, options } = el.dataset
  const ask = async () => {
    if (ceremony === 'suggest') {
      return suggest(options, leaving.signal, () => report('wanted'))
        .catch((problem) => {
          isOver ||= !leaving.signal.aborted
          return words[problem.name] ?? 'failed'
        })
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
