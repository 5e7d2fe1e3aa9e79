extension ReferenceModel {
  /// Something in flight.
  final class Item {
    enum Kind { case effect, concatenation, nested }
    let kind: Kind
    let origin: Returned
    let names: [Name]
    let group: Group
    let isOwn: Bool
    /// The concatenation it is a part of.
    let whole: Item?
    var isCancelled = false
    var isFinished = false
    var path: [Place] { origin.path }

    // A concatenation.
    var remaining: [Plan] = []
    var isStarting = false

    // An effect's operation.
    var run = Run(label: 0, acts: [])
    var hasTask = false
    var frames: [Frame] = []
    var wait: Wait?

    init(
      _ kind: Kind, _ origin: Returned, _ names: [Name], _ group: Group, isOwn: Bool,
      whole: Item?
    ) {
      self.kind = kind
      self.origin = origin
      self.names = names
      self.group = group
      self.isOwn = isOwn
      self.whole = whole
    }
  }

  // MARK: Starting

  func start(_ plan: Plan, _ origin: Returned, _ names: [Name], in whole: Item?) {
    if whole?.isCancelled == true { return }
    switch plan {
    case .none: break
    case .send(let address, let command):
      queue.append(
        Queued(
          address: origin.address + address, content: .command(command), group: group,
          isOwn: isOwn, level: origin.carried))
    case .run(let run):
      let item = Item(.effect, origin, names, group, isOwn: isOwn, whole: whole)
      item.run = run
      item.frames = [Frame(acts: run.acts)]
      items.append(item)
      starts.append(item)
    case .cancel(let name): cancel(name, at: origin.path)
    case .merge(let parts): for part in parts { start(part, origin, names, in: whole) }
    case .concatenate(let parts):
      let parts = parts.filter { !$0.isNone }
      if parts.count < 2 {
        start(parts.first ?? .none, origin, names, in: whole)
        return
      }
      let item = Item(.concatenation, origin, names, group, isOwn: isOwn, whole: whole)
      item.remaining = parts
      items.append(item)
      advance(item)
    case .cancellable(let plan, let name, let inFlight):
      if plan.isNone { return }
      if inFlight { cancel(name, at: origin.path, sparing: whole) }
      start(plan, origin, names + [name], in: whole)
    case .mapped(let plan): start(plan, origin, names, in: whole)
    }
  }

  /// Starts parts of a concatenation until one has something in flight or none is left.
  private func advance(_ whole: Item) {
    if whole.isStarting { return }
    let outer = (group, isOwn)
    (group, isOwn) = (whole.group, whole.isOwn)
    while !hasParts(whole), !whole.remaining.isEmpty {
      whole.isStarting = true
      start(whole.remaining.removeFirst(), whole.origin, [], in: whole)
      whole.isStarting = false
    }
    (group, isOwn) = outer
    if !hasParts(whole) { complete(whole) }
  }

  private func hasParts(_ whole: Item) -> Bool { items.contains { $0.whole === whole } }

  // MARK: Ending

  func complete(_ item: Item) {
    if item.isFinished { return }
    item.isFinished = true
    items.removeAll { $0 === item }
    if let whole = item.whole, !hasParts(whole) { advance(whole) }
  }

  func cancel(_ name: Name, at path: [Place], sparing part: Item? = nil) {
    var spared: [Item] = []
    var next = part
    while let whole = next {
      spared.append(whole)
      next = whole.whole
    }
    for item in items where !spared.contains(where: { $0 === item }) {
      if item.names.contains(name), item.path.starts(with: path) { cancel(item) }
    }
  }

  func cancel(_ item: Item) {
    if item.isCancelled || item.isFinished { return }
    item.isCancelled = true
    item.remaining = []
    for part in items where part.whole === item { cancel(part) }
  }
}

extension Plan {
  fileprivate var isNone: Bool {
    switch self {
    case .none: true
    case .merge(let parts), .concatenate(let parts): parts.allSatisfy(\.isNone)
    case .cancellable(let plan, _, _), .mapped(let plan): plan.isNone
    case .send, .run, .cancel: false
    }
  }
}
