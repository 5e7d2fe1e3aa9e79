// The address names what is shown: it follows the page, and back and forward lead the page.

let root, tell, isPending
let isAsked = false, isLeaving = false

const shown = () => root.querySelector('[data-path]')

// Undefined where a page has no places.
export const placeShown = () => shown()?.dataset.path

export function startAddress(into, send, pending) {
  [root, tell, isPending] = [into, send, pending]
  addEventListener('popstate', () => {
    isLeaving = false
    const el = shown()
    if (!el || el.dataset.path === location.pathname) return
    isAsked = true
    tell(el, 'navigate', { value: location.pathname })
  })
}

export function followAddress(isFirst) {
  const el = shown()
  if (!el || isLeaving || isPending(el.id)) return
  const { path } = el.dataset
  const isAbove = el.hasAttribute('data-above')
  if (path === location.pathname) {
    if (isFirst) history.replaceState({ ...history.state, isAbove }, '')
  } else if (isFirst || isAsked) {
    // Where the browser wanted to go is not there, or is called something else.
    history.replaceState({ ...history.state, isAbove }, '', path)
  } else if (history.state?.isAbove && history.state.from === path) {
    // A sheet is closed: forget it, or going back would open it again.
    isLeaving = true
    history.back()
  } else {
    history.pushState({ from: location.pathname, isAbove }, '', path)
  }
  isAsked = false
}
