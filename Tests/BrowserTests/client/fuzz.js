// Random pairs of trees: is the morphed page equal to the new one, and did every node with an id
// that is in both trees, under the same tag, survive as the same node?
export function fuzz(morph, box, count, seed) {
  let state = seed
  const random = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * limit)
  }
  const tags = ['div', 'p', 'section', 'b', 'input', 'svg']
  const tree = (depth, ids) => {
    let markup = ''
    for (let left = random(5); left > 0; left--) {
      if (random(4) === 0) {
        markup += `t${random(9)}`
        continue
      }
      const tag = depth ? tags[random(tags.length)] : ['div', 'section'][random(2)]
      const id = ids.length > 0 && random(2) ? ids.splice(random(ids.length), 1)[0] : null
      // Most ids keep their tag, as they do in a real page; some change it.
      const name = id && random(10) ? 'div' : tag
      const attributes = (id ? ` id="${id}"` : '') + (random(3) ? '' : ` class="c${random(4)}"`)
        + (random(5) ? '' : ` title="${random(3)}"`)
      if (name === 'input') markup += `<input${attributes}>`
      else if (name === 'svg') markup += `<svg${attributes}><circle r="${random(9)}"></circle></svg>`
      else if (name === 'p') markup += `<p${attributes}>t${random(9)}</p>`
      else markup += `<${name}${attributes}>${depth < 4 ? tree(depth + 1, ids) : ''}</${name}>`
    }
    return markup
  }
  const ids = () => Array.from({ length: 8 }, (_, index) => `k${index}`)
  const result = { right: 0, could: 0, survived: 0, wrong: [] }
  for (let round = 0; round < count; round++) {
    box.innerHTML = tree(0, ids())
    const before = box.innerHTML
    const old = new Map(Array.from(box.querySelectorAll('[id]'), (el) => [el.id, el]))
    const template = document.createElement('template')
    template.innerHTML = tree(0, ids())
    const markup = template.innerHTML
    morph(box, markup)
    const [is, should] = [box.childNodes, template.content.childNodes]
    const isRight = is.length === should.length
      && Array.prototype.every.call(is, (node, index) => node.isEqualNode(should[index]))
    if (isRight) result.right++
    else if (result.wrong.length < 3) result.wrong.push({ before, markup, after: box.innerHTML })
    for (const el of template.content.querySelectorAll('[id]')) {
      const was = old.get(el.id)
      if (was?.nodeName !== el.nodeName) continue
      result.could++
      if (document.getElementById(el.id) === was) result.survived++
    }
  }
  return result
}
