// The own code's section: copying, sharing and keeping it happen here, at the tap, where alone a
// browser allows them. What came of it is reported.

export function mount(el, report) {
  const acts = {
    copy: async (code) => (await copied(code) ? 'copied' : 'copy-failed'),
    link: async (code) => (await copied(link(code)) ? 'link-copied' : 'failed'),
    paste: async () => `pasted:${await navigator.clipboard.readText()}`,
    share,
    print: async () => { window.print() },
    svg: async () => save(svgFile()),
    png: async () => save(await pngFile()),
  }
  const link = (code) => `${location.origin}${el.dataset.path ?? '/add'}/${code}`
  const picture = () => el.querySelector('svg.qr')

  async function share(code) {
    const data = { title: 'LifeSignal', text: el.dataset.words, url: link(code) }
    // The link of an invitation goes as a link: many apps drop it beside a picture.
    const drawn = !el.dataset.path && picture()
    if (!navigator.share) return drawn ? acts.png() : acts.link(code)
    try {
      if (!drawn) {
        await navigator.share(data)
        return 'shared'
      }
      const files = [await pngFile()]
      await navigator.share(navigator.canShare?.({ files }) ? { ...data, files } : data)
      return 'shared'
    } catch (problem) {
      return problem.name === 'AbortError' ? null : acts.link(code)
    }
  }

  const svgFile = () => {
    const box = picture().getAttribute('viewBox')
    const [, , side] = box.split(' ')
    const path = picture().querySelector('path').getAttribute('d')
    return new File([`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">`
      + `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`],
    'lifesignal-code.svg', { type: 'image/svg+xml' })
  }

  async function pngFile() {
    const side = +picture().getAttribute('viewBox').split(' ')[2]
    const canvas = document.createElement('canvas')
    const scale = Math.ceil(750 / side)
    canvas.width = canvas.height = side * scale
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.scale(scale, scale)
    pen.fillStyle = '#000'
    pen.fill(new Path2D(picture().querySelector('path').getAttribute('d')))
    const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'))
    return new File([blob], 'lifesignal-code.png', { type: 'image/png' })
  }

  function save(file) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = file.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10000)
    return 'downloaded'
  }

  async function listen(event) {
    const button = event.target.closest('[data-act]')
    if (!button) return
    const outcome = await acts[button.dataset.act](el.dataset.code).catch(() => 'failed')
    if (outcome) report(outcome)
  }
  el.addEventListener('click', listen)
  return () => el.removeEventListener('click', listen)
}

// The Clipboard API is missing on plain HTTP, which a home network may well use.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'visually-hidden'
    const from = document.activeElement
    ;(document.querySelector('dialog[open]') ?? document.body).append(field)
    field.select()
    const isDone = document.execCommand('copy')
    field.remove()
    from?.focus()
    return isDone
  }
}
