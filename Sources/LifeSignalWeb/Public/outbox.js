// What a person did without a connection, kept on this device until the server has it. Shared by the
// pages and the worker, which loads it as a plain script: hence one global, and no exports.
//
// An entry: { key, kind: 'check-in' | 'alert', at, person, state? }. `key` makes sending it twice the
// same as once, `at` is this device's time of the act, `person` is whose it is.

globalThis.outbox = (() => {
  const NAME = 'lifesignal'

  // MARK: The store

  let opened
  function store() {
    opened ??= new Promise((done, fail) => {
      const asked = indexedDB.open(NAME, 1)
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore('outbox', { keyPath: 'key' })
        asked.result.createObjectStore('facts')
      }
      asked.onerror = () => fail(asked.error)
      asked.onsuccess = () => {
        // A newer page may change the store; this one opens it again.
        asked.result.onversionchange = () => {
          asked.result.close()
          opened = undefined
        }
        done(asked.result)
      }
    })
    return opened
  }

  // Resolves when the change is on disk, not only accepted.
  async function within(name, mode, act) {
    const transaction = (await store()).transaction(name, mode, { durability: 'strict' })
    const asked = act(transaction.objectStore(name))
    return new Promise((done, fail) => {
      transaction.oncomplete = () => done(asked.result)
      transaction.onabort = transaction.onerror = () => fail(transaction.error)
    })
  }

  const all = async () => (await within('outbox', 'readonly', (it) => it.getAll()))
    .sort((one, two) => one.at - two.at)
  const fact = (name) => within('facts', 'readonly', (it) => it.get(name))
  const remember = (name, value) => within('facts', 'readwrite', (it) =>
    value === undefined ? it.delete(name) : it.put(value, name))

  async function put(entry) {
    await within('outbox', 'readwrite', (it) => it.put(entry))
    tell({ kept: entry })
  }

  async function remove(key) {
    await within('outbox', 'readwrite', (it) => it.delete(key))
    tell({ removed: key })
  }

  // MARK: News, for every tab

  const channel = new BroadcastChannel(NAME)
  const listeners = new Set()
  channel.onmessage = ({ data }) => listeners.forEach((hear) => hear(data))

  function tell(news) {
    channel.postMessage(news)
    listeners.forEach((hear) => hear(news))
  }

  // MARK: Sending

  // One at a time over all tabs and the worker. Without locks (plain HTTP) two may send the same,
  // which the key makes harmless.
  const alone = (act) => navigator.locks
    ? navigator.locks.request(NAME, { ifAvailable: true }, (lock) => lock && act())
    : act()

  // Sends what waits, oldest first, and says how many still wait. What this tab has only just begun
  // to send itself is left to it for a while.
  async function drain({ patience = 0 } = {}) {
    await alone(async () => {
      for (const entry of await all()) {
        if (entry.state === 'refused' || entry.state === 'trying' && Date.now() - entry.at < patience) {
          continue
        }
        if (!await post(entry)) break
      }
    })
    // What waits for somebody to sign in is asked for then.
    return (await all()).filter(({ state }) => !state || state === 'trying').length
  }

  // Whether to go on with the next.
  async function post(entry) {
    let reply
    try {
      reply = await fetch(`/${entry.kind}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        // Both times: a device whose clock is wrong still knows how long ago it was.
        body: JSON.stringify({
          key: entry.key, at: entry.at, sentAt: Date.now(), person: entry.person,
        }),
        signal: AbortSignal.timeout(10000),
      })
    } catch {
      return false
    }
    if (reply.ok) {
      const body = await reply.json().catch(() => ({}))
      await remove(entry.key)
      // For the page that opens next: this one may be leaving, or be the worker.
      await remember('sent', { ...entry, until: Date.now() + 12000 })
      tell({ sent: entry, body })
      return true
    }
    if (reply.status === 401) {
      if (entry.state !== 'signed-out') await put({ ...entry, state: 'signed-out' })
      return false
    }
    // Somebody else is signed in here now: it waits for its own person.
    if (reply.status === 409) {
      if (entry.state !== 'other') await put({ ...entry, state: 'other' })
      return true
    }
    if (reply.status >= 500 || reply.status === 429 || reply.status === 408) return false
    await put({ ...entry, state: 'refused' })
    return true
  }

  return { all, put, remove, drain, fact, remember, hear: (act) => listeners.add(act) }
})()
