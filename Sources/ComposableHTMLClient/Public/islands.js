// Elements with `data-module` are run by a module of their own, loaded when the first is shown. It
// exports `mount(element, report)` and may return what is to be done when the element has gone.

const islands = new Map()

export function mountIslands(root, report) {
  for (const [el, leave] of islands) {
    if (el.isConnected) continue
    islands.delete(el)
    leave.then((leave) => leave?.())
  }
  for (const el of root.querySelectorAll('[data-module]')) {
    if (islands.has(el)) continue
    const path = (root.dataset.modules ?? '').split(' ')
      .find((path) => path.includes(`/${el.dataset.module}.js`))
    islands.set(el, import(path)
      .then((module) => (el.isConnected ? module.mount(el, (value) => report(el, value)) : null))
      .catch(() => { if (el.isConnected) report(el, 'failed') }))
  }
}
