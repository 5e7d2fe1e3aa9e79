// This browser's push subscription, and whose it is. Shared by the pages and the worker, which loads it
// as a plain script: hence one global, and no exports.
//
// The fact `push-person` says for whom messages come here. It is there from the switch's being turned on
// until it is turned off, or until the page is somebody else's, or nobody's.

globalThis.pushes = (() => {
  // A worker has a registration of its own, and no container of workers.
  const isSupported = () => (self.registration || 'serviceWorker' in navigator)
    && 'PushManager' in self && 'Notification' in self

  // Of the worker its own; of a page the one in charge.
  const registration = async () => self.registration ?? navigator.serviceWorker.ready
  const known = async () => (await registration()).pushManager.getSubscription()

  const post = (path, body) => fetch(`/push/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10000),
  })

  // What is true here: 'unsupported', 'install', 'blocked', 'off' or 'on'.
  async function state(person) {
    if (!isSupported()) return needsInstalling() ? 'install' : 'unsupported'
    if (Notification.permission === 'denied') return 'blocked'
    const isOn = Notification.permission === 'granted' && person !== undefined
      && await outbox.fact('push-person') === person && await outbox.fact('push-off') !== true
      && await known() !== null
    return isOn ? 'on' : 'off'
  }

  // Phones and tablets of Apple notify only from the home screen. An iPad says that it is a Mac.
  const needsInstalling = () => navigator.standalone === false
    && (/iPhone|iPad|iPod/.test(navigator.userAgent) || navigator.maxTouchPoints > 1)

  // Subscribes, or says again that we are. What was switched off in the list of channels stays off unless
  // it is wanted here and now. Returns 'on', 'off', 'many' or 'failed'.
  async function turnOn(person, isWanted = false) {
    const { pushManager } = await registration()
    let subscription = await pushManager.getSubscription()
    if (!subscription) {
      const answer = await fetch('/push/key', { signal: AbortSignal.timeout(10000) })
      if (!answer.ok) return 'failed'
      subscription = await subscribe(pushManager, (await answer.json()).key)
    }
    let reply = await enter(subscription, person, isWanted)
    let said = reply.ok ? await reply.json() : undefined
    if (said && !isMadeWith(subscription, said.key)) {
      // The server has another key than it had: it can send nothing to this subscription.
      await subscription.unsubscribe()
      subscription = await subscribe(pushManager, said.key)
      reply = await enter(subscription, person, isWanted)
      said = reply.ok ? await reply.json() : undefined
    }
    if (said) {
      await outbox.remember('push-person', person)
      await outbox.remember('push-off', said.isOff || undefined)
      return said.isOff ? 'off' : 'on'
    }
    // Only what the server would never take is taken back: it may just be busy.
    if ([400, 404, 422].includes(reply.status)) await subscription.unsubscribe()
    return reply.status === 422 ? 'many' : 'failed'
  }

  const subscribe = (pushManager, key) =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })

  const enter = (subscription, person, isWanted) => {
    const { endpoint, keys } = subscription.toJSON()
    return post('subscribe', { endpoint, keys, person, isWanted })
  }

  const bytes = (text) => Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

  function isMadeWith({ options }, key) {
    // Old browsers do not say.
    if (!options?.applicationServerKey) return true
    const own = new Uint8Array(options.applicationServerKey)
    return bytes(key).every((byte, at) => byte === own[at])
  }

  // Here first: without a connection too, nothing more is shown on this device.
  async function turnOff() {
    await outbox.remember('push-person', undefined)
    const subscription = await known()
    if (!subscription) return
    await subscription.unsubscribe()
    await post('unsubscribe', { endpoint: subscription.endpoint }).catch(() => {})
  }

  // On every load. Browsers drop subscriptions without a word, and servers forget them when a push
  // service says that they are gone: both come back here.
  async function sync(person) {
    if (!isSupported()) return
    const owner = await outbox.fact('push-person')
    if (owner === undefined) return
    if (owner !== person) await turnOff()
    else if (Notification.permission === 'granted') await turnOn(person)
    // A page may show how things stand.
    self.document?.dispatchEvent(new Event('push-synced'))
  }

  // One after the other: what a page says of itself must not undo what its person does meanwhile.
  let last = Promise.resolve()
  const inTurn = (act) => (...values) => {
    const turn = last.then(() => act(...values))
    last = turn.catch(() => {})
    return turn
  }

  return { state, turnOn: inTurn(turnOn), turnOff: inTurn(turnOff), sync: inTurn(sync) }
})()
