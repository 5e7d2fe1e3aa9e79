extension ReferenceModel {
  /// An effect on its way up: described, and where it comes from.
  struct Returned {
    let plan: Plan
    let address: [Slot]
    /// Grows from the front as the effect passes its parents.
    var path: [Place]
    /// The dependency's value where it was returned, and the one its action came with.
    let level: Int
    let carried: Int
  }

  /// Child before parent, the feature's second reducer after both.
  func reduce(
    _ state: inout FeatureState, _ rest: ArraySlice<Slot>, _ content: Content, at address: [Slot],
    level: Int, carried: Int
  ) -> [Returned] {
    let height = ProgramGenerator.depth - address.count
    var returned: [Returned] = []
    let sheet = state.children[.sheet]?.id
    if let slot = rest.first {
      returned = reduceChild(
        &state, slot, rest.dropFirst(), content, at: address, level: level, carried: carried)
    }

    switch content {
    case .command(let command):
      state.count = mixed(state.count, command.label)
      moment.events.append(.reduced(label: command.label, height: rest.count, level: level))
      let reaction = rest.isEmpty ? command.reaction : command.above.at(above: rest.count)
      if let reaction {
        for edit in reaction.edits { apply(edit, to: &state, height: height) }
        returned.append(
          Returned(
            plan: reaction.plan, address: address, path: [], level: level, carried: carried))
      }
      if rest.isEmpty, let after = command.after {
        state.count = mixed(state.count, command.label)
        moment.events.append(.reducedAfter(label: command.label, level: level))
        returned.append(
          Returned(
            plan: after.plan, address: address, path: [Place(slot: nil)], level: level,
            carried: carried))
      }
    case .dismiss:
      moment.events.append(.dismissed(level: level))
      guard rest.isEmpty else { break }
      apply(.replaceDismissed, to: &state, height: height)
      if sheet == nil {
        moment.issues.append(.nothingToDismiss)
      } else if state.children[.sheet]?.id == sheet {
        state.children[.sheet] = nil
      }
    }
    return returned
  }

  private func reduceChild(
    _ state: inout FeatureState, _ slot: Slot, _ rest: ArraySlice<Slot>, _ content: Content,
    at address: [Slot], level: Int, carried: Int
  ) -> [Returned] {
    guard var child = state.children[slot] else {
      moment.issues.append(.absentChild)
      return []
    }
    var place = Place(slot: slot)
    switch slot {
    case .guest, .modeA, .modeB, .sheet: place.identity = child.id
    case .left, .right, .inner, .row, .shelf: break
    }
    let height = ProgramGenerator.depth - address.count
    var returned = reduce(
      &child, rest, content, at: address + [slot],
      level: slot == .right ? overridden(atHeight: height) : level, carried: carried)
    if slot == .inner { place.identity = child.tag }
    state.children[slot] = child
    for index in returned.indices { returned[index].path.insert(place, at: 0) }
    return returned
  }

  private func apply(_ edit: Edit, to state: inout FeatureState, height: Int) {
    let fresh = { FeatureState(id: $0, height: height - 1) }
    switch edit {
    case .setOwnTag(let tag): state.tag = tag
    case .renameSelf(let id): state.id = id
    case .resend(let address, let command):
      moment.issues.append(.sendDuringReduction)
      let group = Group()
      tasks.append(group)
      queue.append(
        Queued(
          address: address, content: .command(command), group: group, isOwn: true, level: 0))
    case _ where height == 0: break
    case .setGuest(let id): state.children[.guest] = id.map(fresh)
    case .renameGuest(let id): state.children[.guest]?.id = id
    case .addRow(let id):
      guard state.children[.row(id)] == nil else { break }
      state.children[.row(id)] = fresh(id)
      state.rows.append(id)
    case .removeRow(let id):
      state.children[.row(id)] = nil
      state.rows.removeAll { $0 == id }
    case .readdRow(let id):
      state.rows.removeAll { $0 == id }
      state.children[.row(id)] = fresh(id)
      state.rows.append(id)
    case .swapRows: if state.rows.count > 1 { state.rows.swapAt(0, 1) }
    case .addShelf(let id):
      if state.children[.shelf(id)] == nil { state.children[.shelf(id)] = fresh(id) }
    case .removeShelf(let id): state.children[.shelf(id)] = nil
    case .readdShelf(let id): state.children[.shelf(id)] = fresh(id)
    case .setModeA(let id): (state.children[.modeA], state.children[.modeB]) = (fresh(id), nil)
    case .setModeB(let id): (state.children[.modeA], state.children[.modeB]) = (nil, fresh(id))
    case .setNoMode: (state.children[.modeA], state.children[.modeB]) = (nil, nil)
    case .setSheet(let id): state.children[.sheet] = id.map(fresh)
    case .setReplacement(let id): state.replacement = id
    case .replaceDismissed:
      if let replacement = state.replacement { state.children[.sheet] = fresh(replacement) }
    case .setInnerTag(let tag): state.children[.inner]?.tag = tag
    }
  }

  /// Cancels what belongs to children that are gone, or under a namespace that has changed.
  func sweep() {
    var changed: Set<[Place]> = []
    for item in items where !item.isCancelled {
      guard let stale = firstStale(in: item.path) else { continue }
      if item.path[stale].slot == .inner { changed.insert(Array(item.path[...stale])) }
      cancel(item)
    }
    moment.issues += changed.map { _ in .changedNamespace }
  }

  private func firstStale(in path: [Place]) -> Int? {
    var node = root
    for (index, place) in path.enumerated() {
      guard let slot = place.slot else { continue }
      guard let child = node.children[slot] else { return index }
      let identity = slot == .inner ? child.tag : child.id
      if let expected = place.identity, expected != identity { return index }
      node = child
    }
    return nil
  }
}

/// The dependency's value for the right child of a feature.
func overridden(atHeight height: Int) -> Int { 10 + height }

/// Remembers which actions came in which order.
func mixed(_ count: Int, _ label: Int) -> Int { (count &* 31 &+ label) % 1_000_003 }

extension [Reaction] {
  /// What the feature so many levels above the action's own does.
  func at(above height: Int) -> Reaction? { indices.contains(height - 1) ? self[height - 1] : nil }
}
