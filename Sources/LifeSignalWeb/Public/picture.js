// A chosen picture is made small here, so that a phone's photo neither travels nor is kept whole:
// a canvas keeps the pixels and nothing of where and when they were taken.

const longest = 1024

async function shrink(file) {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, longest / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff' // what is transparent would become black
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return new Promise((done, fail) => canvas.toBlob(
    (blob) => blob ? done(blob) : fail(new Error('no picture')), 'image/jpeg', 0.8))
}

// The module of the file input whose `data-picture` says where pictures go.
export function mount(input) {
  const send = async () => {
    const file = input.files[0]
    if (!file) return
    // What the browser cannot read goes as it is: the server says what is wrong with it.
    const body = await shrink(file).catch(() => file.slice(0, 5000000))
    input.value = ''
    const reply = await fetch(input.dataset.picture, { method: 'POST', body }).catch(() => null)
    if (reply?.status === 401) location.reload()
    else if (!reply?.ok) document.documentElement.dataset.unsent = input.id
  }
  input.addEventListener('change', send)
  // Chosen before this module was here.
  if (input.files.length > 0) send()
  return () => input.removeEventListener('change', send)
}
