// Texts of time that run without traffic, by the server's clock.

const root = document.getElementById('live')
let offset = (root?.dataset.clock ?? Date.now()) - Date.now(), isFresh = false

// A new stream: what was heard of the clock before may be wrong since the device has slept.
export const refreshClock = () => (isFresh = true)

// A message on its way makes the server's clock seem late, never early: so the greatest difference
// since the stream was opened is the truest.
export function readClock(clock) {
  offset = Math.max(clock - Date.now(), isFresh ? -Infinity : offset)
  isFresh = false
}

// Milliseconds since 1970, as the server counts them.
export const serverTime = () => Date.now() + offset

const memo = (make, kept = {}) => (...key) => (kept[key] ??= make(...key))
// The page may change its language while it lives.
const spoken = () => root?.querySelector('[lang]')?.lang || document.documentElement.lang || undefined
// Of the same language, dates and clocks are written as where the reader lives.
const language = () => {
  const page = spoken()
  return page && navigator.languages.find((one) => one.split('-')[0] === page.split('-')[0]) || page
}
const clock = { hour: 'numeric', minute: '2-digit' }, date = { day: 'numeric', month: 'short' }
const styles = { time: clock, weekday: { weekday: 'short', ...clock }, day: date, full: { ...date, ...clock } }
// A time of day, in milliseconds since midnight: the same in every zone.
styles.wall = { ...clock, timeZone: 'UTC' }
const instant = memo((style, language) => new Intl.DateTimeFormat(language, styles[style]))
const ago = memo((style, language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style }))
const count = memo((unit, language) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }))
const units = [[86400, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']]

// The two highest units; with the format `minutes` nothing below them, and `clock` is MM:SS.
function span(seconds, format) {
  const two = (number) => String(number).padStart(2, '0')
  const minutes = Math.floor(seconds / 60), rest = two(seconds % 60)
  if (format === 'clock') {
    return seconds < 3600 ? `${two(minutes)}:${rest}` : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${rest}`
  }
  const all = format === 'minutes' ? units.slice(0, 3) : units
  let index = all.findIndex(([size]) => seconds >= size)
  if (index < 0) index = all.length - 1
  return all.slice(index, index + 2).map(([size, unit], place) =>
    count(unit, language()).format(Math.floor((place ? seconds % all[index][0] : seconds) / size))
      // A number and its unit stay together.
      .replaceAll(' ', '\u00a0')).join(' ')
}

const texts = {
  countdown(at, { format, passed }, el) {
    if (at > 0) delete el.dataset.now
    else el.dataset.now = 'passed'
    return at > 0 || passed == null ? span(Math.max(0, Math.ceil(at)), format) : passed
  },
  elapsed: (at, { format }) => span(Math.max(0, Math.floor(-at)), format),
  relative(at, { format = 'long', recent = 'now' }) {
    const unit = units.find(([size]) => -at >= size && size > 1)
    return unit ? ago(format, language()).format(Math.ceil(at / unit[0]), unit[1]) : recent
  },
  time: (at, { format = 'time', time }) => instant(format, language()).format(+time),
}

// No calendar has an instant further from 1970 (ECMA-262, 21.4.1.1); `Intl` throws for one.
const furthest = 8.64e15
const isInstant = (value) => value !== '' && Math.abs(value) <= furthest

export function tick() {
  const at = serverTime()
  for (const kind in texts) {
    for (const el of root.querySelectorAll(`[data-${kind}]`)) {
      // One text that cannot be written must not stop the others, nor what the page does next.
      try {
        const shown = el.dataset[kind]
        const text = isInstant(shown) ? texts[kind]((shown - at) / 1000, el.dataset, el) : '–'
        if (el.textContent !== text) el.textContent = text
      } catch (error) {
        console.error(error)
      }
    }
  }
  for (const el of root.querySelectorAll('[data-ring]')) {
    const { ring, ringStart: from } = el.dataset
    el.style.strokeDashoffset = 100 * Math.min(1, Math.max(0, (at - from) / (ring - from)))
  }
}
