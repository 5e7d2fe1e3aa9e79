import Composable

extension LeafFeature.State {
  init(_ shown: FeatureState) {
    self.init(id: shown.id, count: shown.count, tag: shown.tag)
  }

  var shown: FeatureState {
    FeatureState(id: id, count: count, tag: tag, replacement: nil, children: [:], rows: [])
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .setOwnTag(let tag): self.tag = tag
    case .renameSelf(let id): self.id = id
    default: break
    }
  }
}

extension TreeFeature.State {
  init(_ shown: FeatureState) {
    let child = { (slot: Slot) in shown.children[slot].map { Child.State($0) } }
    guard let left = child(.left), let right = child(.right), let inner = child(.inner)
    else { preconditionFailure("Every feature has its plain children.") }
    self.init(
      id: shown.id, count: shown.count, tag: shown.tag, replacement: shown.replacement,
      left: left, right: right, inner: inner, guest: child(.guest),
      rows: IdentifiedArray(uniqueElements: shown.rows.compactMap { child(.row($0)) }),
      shelf: Dictionary(
        uniqueKeysWithValues: [0, 1].compactMap { id in child(.shelf(id)).map { (id, $0) } }),
      mode: child(.modeA).map { .a($0) } ?? child(.modeB).map { .b($0) } ?? .neither,
      sheet: child(.sheet))
  }

  var shown: FeatureState {
    var children: [Slot: FeatureState] = [
      .left: left.shown, .right: right.shown, .inner: inner.shown,
    ]
    children[.guest] = guest?.shown
    for row in rows { children[.row(row.id)] = row.shown }
    for (id, state) in shelf { children[.shelf(id)] = state.shown }
    switch mode {
    case .a(let state): children[.modeA] = state.shown
    case .b(let state): children[.modeB] = state.shown
    case .neither: break
    }
    children[.sheet] = sheet?.shown
    return FeatureState(
      id: id, count: count, tag: tag, replacement: replacement, children: children,
      rows: Array(rows.ids))
  }

  mutating func apply(_ edit: Edit) {
    let fresh = { (id: Int) in Child.State(FeatureState(id: id, height: Child.height)) }
    switch edit {
    case .setOwnTag(let tag): self.tag = tag
    case .renameSelf(let id): self.id = id
    case .resend: break
    case .setGuest(let id): guest = id.map(fresh)
    case .renameGuest(let id): guest?.id = id
    case .addRow(let id): rows.append(fresh(id))
    case .removeRow(let id): rows.remove(id: id)
    case .readdRow(let id):
      rows.remove(id: id)
      rows.append(fresh(id))
    case .swapRows: if rows.count > 1 { rows.swapAt(0, 1) }
    case .addShelf(let id): if shelf[id] == nil { shelf[id] = fresh(id) }
    case .removeShelf(let id): shelf[id] = nil
    case .readdShelf(let id):
      shelf[id] = nil
      shelf[id] = fresh(id)
    case .setModeA(let id): mode = .a(fresh(id))
    case .setModeB(let id): mode = .b(fresh(id))
    case .setNoMode: mode = .neither
    case .setSheet(let id): sheet = id.map(fresh)
    case .setReplacement(let id): replacement = id
    case .setInnerTag(let tag): inner.tag = tag
    case .replaceDismissed: if let replacement { sheet = fresh(replacement) }
    }
  }
}
