extension ReferenceModel {
  /// Acts to do one after another: an operation, or a part of it that can be cancelled on its own.
  struct Frame {
    var acts: [Act]
    var next = 0
    var scope: Item?
    var label = 0
    var catches = false
  }

  struct Wait: Equatable {
    enum Kind: Equatable { case gate(Act.WhenCancelled), turn }
    let label: Int
    let kind: Kind
    var isOpen = false
    /// What goes on being thrown afterwards.
    var thrown: Thrown?
  }

  enum Thrown { case cancellation, failure }

  /// Runs an operation until it waits for something or ends.
  func execute(_ item: Item) {
    while item.wait == nil, let frame = item.frames.last {
      if frame.next == frame.acts.count {
        leaveFrame(of: item, throwing: nil)
      } else {
        item.frames[item.frames.count - 1].next += 1
        perform(frame.acts[frame.next], of: item)
      }
    }
  }

  func canGoOn(_ item: Item) -> Bool {
    guard let wait = item.wait else { return false }
    switch wait.kind {
    case .turn: return true
    case .gate(.ignoring): return wait.isOpen
    case .gate: return wait.isOpen || isCancelled(item)
    }
  }

  func resume(_ item: Item) {
    guard let wait = item.wait else { return }
    item.wait = nil
    switch wait.kind {
    case .turn:
      if let thrown = wait.thrown { leaveFrame(of: item, throwing: thrown) }
    case .gate(let whenCancelled):
      moment.events.append(.woke(wait: wait.label, isCancelled: isCancelled(item)))
      if whenCancelled == .throwing, isCancelled(item) {
        leaveFrame(of: item, throwing: .cancellation)
      }
    }
    execute(item)
  }

  private func isCancelled(_ item: Item) -> Bool {
    item.isCancelled || item.frames.contains { $0.scope?.isCancelled == true }
  }

  private func perform(_ act: Act, of item: Item) {
    switch act {
    case .send(let address, let command):
      deliver(item.origin.address + address, .command(command), from: item)
    case .wait(let label, let whenCancelled):
      item.wait = Wait(label: label, kind: .gate(whenCancelled))
    case .cancel(let name): burst { cancel(name, at: item.path) }
    case .nested(let label, let name, let inFlight, let acts, let catches):
      let scope = Item(
        .nested, item.origin, [name], item.group,
        isOwn: item.isOwn, whole: nil)
      burst {
        if inFlight { cancel(name, at: item.path) }
        if item.isCancelled { scope.isCancelled = true } else { items.append(scope) }
      }
      item.frames.append(Frame(acts: acts, scope: scope, label: label, catches: catches))
      item.wait = Wait(label: label, kind: .turn)
    case .dismiss:
      if let sheet = item.origin.address.lastIndex(of: .sheet) {
        deliver(Array(item.origin.address[..<sheet]), .dismiss, from: item)
      }
    case .fail: leaveFrame(of: item, throwing: .failure)
    }
  }

  private func deliver(_ address: [Slot], _ content: Content, from item: Item) {
    if isCancelled(item) || !isAlive { return }
    burst {
      (group, isOwn) = (item.group, false)
      queue.append(
        Queued(
          address: address, content: content, group: item.group, isOwn: false,
          level: item.origin.level))
    }
  }

  /// Ends the innermost frame; the effect is over when it was the last.
  private func leaveFrame(of item: Item, throwing thrown: Thrown?) {
    let frame = item.frames.removeLast()
    if let scope = frame.scope {
      burst { complete(scope) }
      item.wait = Wait(
        label: frame.label + 1, kind: .turn, thrown: frame.catches ? nil : thrown)
      return
    }
    moment.events.append(.ended(run: item.run.label))
    if thrown == .failure, !item.isCancelled { moment.issues.append(.thrownError) }
    burst { complete(item) }
  }
}
