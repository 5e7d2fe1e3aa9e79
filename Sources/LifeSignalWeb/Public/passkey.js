// Asks the device for a new passkey, or for a signature by one it has, as soon as the element is
// shown; what came of it is reported. WebAuthn speaks bytes, and the page speaks base64url.

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

  async get(options, signal) {
    options.challenge = bytes(options.challenge)
    const { rawId, response } = await navigator.credentials.get({ publicKey: options, signal })
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

export function mount(el, report) {
  const leaving = new AbortController()
  const { ceremony, options } = el.dataset
  const ask = async () => {
    if (!window.PublicKeyCredential) return 'unsupported'
    try {
      const answer = await ceremonies[ceremony](JSON.parse(options), leaving.signal)
      return `answer:${JSON.stringify(answer)}`
    } catch (problem) {
      return words[problem.name] ?? 'failed'
    }
  }
  ask().then((outcome) => { if (!leaving.signal.aborted) report(outcome) })
  return () => leaving.abort()
}
