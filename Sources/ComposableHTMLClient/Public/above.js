// Notes of the page that lie above everything, marked `data-raised`. An open sheet makes all else inert,
// so they go into it while it is open: there alone they can be heard, tapped and reached by keys.

const page = document.documentElement
const notes = Array.from(document.querySelectorAll('body > [data-raised]'), (el) => {
  const place = document.createComment('')
  el.before(place)
  new ResizeObserver(measure).observe(el)
  return { el, place }
})

export function raiseNotes(home, isCovered) {
  for (const { el, place } of notes) {
    if (!el.showPopover) return
    const isRaised = home !== document.body
    if (el.parentNode === home && !isCovered) continue
    if (el.parentNode !== home) move(el, home, isRaised ? null : place.nextSibling)
    el.popover = isRaised ? 'manual' : null
    if (!isRaised) continue
    // Shown once more, it comes above what was opened since.
    if (el.matches(':popover-open')) el.hidePopover()
    el.showPopover()
  }
  measure()
}

// Moving keeps the focus, where the browser can: only within the document.
function move(el, parent, before) {
  if (parent.moveBefore && el.isConnected) parent.moveBefore(el, before)
  else parent.insertBefore(el, before)
}

// How much of a sheet's window they cover, for its styles.
function measure() {
  const height = notes.reduce((sum, { el }) => sum + (el.popover ? el.offsetHeight : 0), 0)
  page.style.setProperty('--above', `${height}px`)
}
