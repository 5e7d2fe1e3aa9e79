// Keeps the shell, so that the app opens without a connection, and sends what waits when there is one
// again. Documents come from the network; answers with somebody's data are never kept.

// Filled in by the server: every file by the hash of its content. So a new file makes a new worker.
const assets = [/* assets */]
for (const name of ['outbox.js', 'subscription.js']) {
  importScripts(assets.find((url) => url.startsWith(`/assets/${name}`)))
}

const OFFLINE = '/offline'
const cacheName = `shell ${assets.map((url) => url.split('?v=')[1]).join(' ')}`

self.addEventListener('install', (event) => event.waitUntil((async () => {
  const cache = await caches.open(cacheName)
  await cache.addAll([...assets, OFFLINE])
  // Safe at once: pages ask for their own files by hash, and a newer worker lets those through.
  await self.skipWaiting()
})()))

self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith('shell ') && name !== cacheName) await caches.delete(name)
  }
  await self.clients.claim()
})()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') return event.respondWith(navigate(request, url))
  if (request.method === 'GET' && url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  }
})

async function navigate(request, url) {
  const isCheckIn = request.method === 'POST' && url.pathname === '/check-in'
  const copy = isCheckIn && request.clone()
  try {
    const answer = await fetch(request)
    // What a proxy says when nobody is behind it.
    if (![502, 503, 504].includes(answer.status)) return answer
  } catch {
    // No connection: below.
  }
  if (isCheckIn) {
    const form = await copy.formData()
    await outbox.put({
      key: form.get('key'), kind: 'check-in', at: Date.now(), person: await outbox.fact('person'),
    })
    return Response.redirect('/', 303)
  }
  return await caches.match(OFFLINE, { ignoreVary: true }) ?? Response.error()
}

// MARK: The outbox

self.addEventListener('sync', (event) => {
  if (event.tag !== 'outbox') return
  // A rejection is how a worker asks the browser to try again later.
  event.waitUntil(outbox.drain().then((left) => {
    if (left) throw new Error(`${left} not sent yet`)
  }))
})

// MARK: Push messages

self.addEventListener('push', (event) => event.waitUntil(show(event)))

// Whatever has come, something is shown: a browser takes the permission away from a site that is silent.
async function show(event) {
  const { title, body, tag, dir, requireInteraction, data } = message(event)
  const words = await outbox.fact('push-words').catch(() => {}) ?? {}
  const answers = { 'check-in': words.ok, call: words.call }
  const answer = answers[data?.answer]
  await self.registration.showNotification(title || 'LifeSignal', {
    body: body ?? words.news ?? '', tag: tag ?? '', renotify: Boolean(tag), dir: dir ?? 'auto',
    requireInteraction: requireInteraction ?? false, icon: '/assets/icon-192.png', data,
    actions: answer ? [{ action: data.answer, title: answer }] : [],
  })
  await receipt(data, 'shown')
}

function message({ data, notification }) {
  // Safari hands over what it would show by itself.
  if (notification) return notification
  try {
    return data.json().notification ?? {}
  } catch {
    return {}
  }
}

// A device's word that keeps the next, dearer way of telling back. Without it, that way follows.
const receipt = (data, rung) => data?.receipt
  ? fetch(`/receipt/${data.receipt}/${rung}`, { method: 'POST', keepalive: true }).catch(() => {})
  : undefined

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(follow(event))
})

async function follow({ action, notification }) {
  const { data } = notification
  const told = receipt(data, 'opened')
  // "I'm on it" only leads to the page with that button: a finger that slips stops no calling.
  if (action !== 'check-in' || !await checkIn(notification)) {
    await open(data?.address ?? '/notifications')
  }
  await told
}

// Whether it is done. If not, for whatever reason, the page opens, which also works without a connection.
async function checkIn({ data, tag }) {
  const answer = await fetch(`/open/${data.receipt}/check-in`, {
    method: 'POST', signal: AbortSignal.timeout(4000),
  }).catch(() => undefined)
  if (!answer?.ok) return false
  const words = await outbox.fact('push-words').catch(() => {}) ?? {}
  await self.registration.showNotification(words.done ?? 'LifeSignal', {
    tag, silent: true, icon: '/assets/icon-192.png', data: { address: '/check-in' },
  })
  return true
}

async function open(address) {
  const url = new URL(address, location.origin).href
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    try {
      // Allowed for a moment after the tap only; without it the page is still the right one.
      await page.focus().catch(() => {})
      await page.navigate(url)
      return
    } catch {
      // Not ours to steer, or gone: the next one.
    }
  }
  await self.clients.openWindow(url)
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(
  outbox.fact('push-person').then((person) => pushes.sync(person))))

// MARK: Words

self.addEventListener('message', (event) => {
  // The offline page in the language the person reads now.
  const language = event.data?.language
  if (!language) return
  event.waitUntil((async () => {
    const page = await fetch(`${OFFLINE}?lang=${encodeURIComponent(language)}`)
    if (page.ok) await (await caches.open(cacheName)).put(OFFLINE, page)
  })().catch(() => {}))
})
