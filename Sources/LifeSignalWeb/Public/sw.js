// Keeps the shell, so that the app opens without a connection, and sends what waits when there is one
// again. Documents come from the network; answers with somebody's data are never kept.

// Filled in by the server: every file by the hash of its content. So a new file makes a new worker.
const assets = [/* assets */]
importScripts(assets.find((url) => url.startsWith('/assets/outbox.js')))

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

self.addEventListener('message', (event) => {
  // The offline page in the language the person reads now.
  const language = event.data?.language
  if (!language) return
  event.waitUntil((async () => {
    const page = await fetch(`${OFFLINE}?lang=${encodeURIComponent(language)}`)
    if (page.ok) await (await caches.open(cacheName)).put(OFFLINE, page)
  })().catch(() => {}))
})
