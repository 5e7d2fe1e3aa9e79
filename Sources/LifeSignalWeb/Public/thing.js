// The sheet of things: says under which address this site is reached and where its clocks are, and
// copies the address of a thing at the tap, where alone a browser allows it.

import { mount as share } from './share.js'

export function mount(el, report) {
  report(`place:${location.origin} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
  return share(el, report)
}
