// The time zones this browser knows, as choices of a field: written here, because the list would be
// most of the page.

export function mount(el) {
  const zones = Intl.supportedValuesOf?.('timeZone') ?? []
  el.replaceChildren(...zones.map((zone) => new Option('', zone)))
}
