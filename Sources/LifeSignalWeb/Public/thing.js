// The sheet of things: says under which address this site is reached and where its clocks are, and
// copies the address of a thing at the tap, where alone a browser allows it.

import { mount as share } from './share.js'

export function mount(el, report) {
  report(`place:${location.origin} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
  // What its owner alone may see is hidden when the page is left.
  const look = () => document.hidden && el.querySelector('#codes-silent-group') && report('left')
  document.addEventListener('visibilitychange', look)
  const leave = share(el, report)
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}
