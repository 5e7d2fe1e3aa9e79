// The switch for notifications on this device. The document holds everything there may be to say; this
// shows what is true.

import './outbox.js'
import './subscription.js'

export function mount(el) {
  const button = el.querySelector('#push-switch')
  const person = () => document.getElementById('app')?.dataset.person

  async function show(problem) {
    const state = await pushes.state(person())
    const note = problem ?? state
    for (const it of el.querySelectorAll('[data-push-note]')) it.hidden = it.dataset.pushNote !== note
    button.setAttribute('aria-checked', state === 'on')
    button.disabled = state !== 'on' && state !== 'off'
    el.dataset.state = state
  }

  async function turn() {
    if (await pushes.state(person()) === 'on') {
      await pushes.turnOff()
      return
    }
    // Only now, at the tap: who is asked before they know why says no for good.
    if (await Notification.requestPermission() !== 'granted') return
    const outcome = await pushes.turnOn(person(), true)
    if (outcome !== 'on') return outcome
  }

  async function tap() {
    if (button.disabled) return
    button.disabled = true
    show(await turn().catch(() => 'failed'))
  }

  // A permission is given and taken in the browser's settings, while the page is open.
  const look = () => document.hidden || show()
  button.addEventListener('click', tap)
  for (const name of ['visibilitychange', 'push-synced']) document.addEventListener(name, look)
  show().catch(() => show('failed'))
  // The switch in the list of channels may have been turned since the page was loaded.
  pushes.sync(person()).catch(() => {})
  return () => {
    for (const name of ['visibilitychange', 'push-synced']) document.removeEventListener(name, look)
  }
}
