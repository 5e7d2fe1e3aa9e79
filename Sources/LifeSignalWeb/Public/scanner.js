// The camera of the scanner. It looks for a code, by the browser's own detector or by sending grey
// frames to the server, and reports what it reads. It stops when its element has gone.

const PAUSE = 500

export function mount(el, report) {
  const stage = el.querySelector('[data-stage]')
  const file = el.querySelector('input[type=file]')
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true })
  video.setAttribute('aria-hidden', 'true')
  stage.append(video)
  let stream, timer, isGone = false, isBusy = false, pause = PAUSE
  let last = '', lastAt = 0

  async function start() {
    stop()
    try {
      const wanted = { video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false }
      stream = await navigator.mediaDevices.getUserMedia(wanted)
    } catch (problem) {
      if (!isGone) report(problem.name === 'NotAllowedError' ? 'denied' : 'missing')
      return
    }
    if (isGone) return stop()
    video.srcObject = stream
    try { await video.play() } catch { /* it plays as soon as it is seen */ }
    report('ready')
    const [track] = stream.getVideoTracks()
    track.addEventListener('ended', () => isGone || report('missing'))
    if (track.getCapabilities?.().torch) report('torch')
    timer = setTimeout(look, PAUSE)
  }

  function stop() {
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = undefined
  }

  async function look() {
    pause = PAUSE
    if (el.dataset.scanning === 'on' && video.videoWidth && !document.hidden && !isBusy) {
      const text = await read(video, video.videoWidth, video.videoHeight, [640]).catch(() => null)
      // The same code stays in the picture for a while; it is told again only after a moment.
      const isNew = text && (text !== last || Date.now() - lastAt > 3000)
      if (isNew && !isGone && el.dataset.scanning === 'on') {
        [last, lastAt] = [text, Date.now()]
        report(`code:${text}`)
      }
    }
    if (!isGone && stream) timer = setTimeout(look, pause)
  }

  async function choose() {
    const [chosen] = file.files
    if (!chosen) return
    isBusy = true
    el.dataset.now = 'reading'
    let text = null
    try {
      const image = await createImageBitmap(chosen)
      text = await read(image, image.width, image.height, [640, 1280, 320])
    } catch { /* not a picture this browser can open */ }
    isBusy = false
    delete el.dataset.now
    file.value = ''
    if (!isGone) report(`picture:${text ?? ''}`)
  }

  // The first text found, looking at each of the sizes.
  async function read(source, width, height, sizes) {
    const detector = await nativeDetector()
    if (detector) {
      const [found] = await detector.detect(source)
      return found?.rawValue
    }
    for (const size of sizes) {
      const answer = await fetch('/codes/read', {
        method: 'POST', headers: { 'content-type': 'image/x-portable-graymap' },
        body: grey(source, width, height, size), signal: AbortSignal.timeout(10000),
      })
      if (answer.status === 200) return answer.text()
      if (answer.status !== 204) {
        pause = 2000
        return null
      }
    }
    return null
  }

  const watch = new MutationObserver((changes) => {
    const names = changes.map((change) => change.attributeName)
    if (names.includes('data-attempt')) start()
    if (names.includes('data-torch')) {
      const torch = el.dataset.torch === 'on'
      stream?.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch }] }).catch(() => {})
    }
  })
  watch.observe(el, { attributes: true })
  file.addEventListener('change', choose)
  start()
  return () => {
    isGone = true
    watch.disconnect()
    file.removeEventListener('change', choose)
    stop()
  }
}

let detector
async function nativeDetector() {
  if (detector === undefined) {
    const formats = await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => []) ?? []
    detector = formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
  }
  return detector
}

// The picture in grey, as a binary portable graymap, its longer side at most `size`.
const canvas = document.createElement('canvas')
function grey(source, width, height, size) {
  const scale = Math.min(1, size / Math.max(width, height))
  const side = (length) => Math.min(1280, Math.max(16, Math.round(length * scale)))
  const [w, h] = [side(width), side(height)]
  canvas.width = w
  canvas.height = h
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, w, h)
  pen.drawImage(source, 0, 0, w, h)
  const { data } = pen.getImageData(0, 0, w, h)
  const head = new TextEncoder().encode(`P5\n${w} ${h}\n255\n`)
  const bytes = new Uint8Array(head.length + w * h)
  bytes.set(head)
  for (let at = head.length, from = 0; at < bytes.length; at++, from += 4) {
    bytes[at] = (data[from] * 77 + data[from + 1] * 151 + data[from + 2] * 28) >> 8
  }
  return bytes
}
