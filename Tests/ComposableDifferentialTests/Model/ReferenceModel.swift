/// The library's contract as the plainest program that follows it: lists that are searched from
/// end to end, one thing after another, nothing clever. Written from the contract, not the engine.
///
/// Where the contract leaves an order open the model settles it:
/// - An effect that is cancelled before its task exists ends when its burst has no more actions,
///   the oldest first.
/// - `.send` in a concatenation is done once the action is queued.
/// - Nothing of a concatenation happens any more once it has been cancelled, even by itself.
/// - The `cancelInFlight` of a part spares the concatenations it is a part of.
final class ReferenceModel {
  var root = FeatureState(id: 0, height: ProgramGenerator.depth)
  var isAlive = true

  /// What is in flight, the oldest first.
  var items: [Item] = []
  var queue: [Queued] = []
  /// The action being reduced.
  var group = Group()
  var isOwn = true
  /// Effects registered in this burst; they get their tasks when it is over.
  var starts: [Item] = []
  var reductions = 0

  /// Tasks that have been created and have not run yet.
  var pending: [Pending] = []
  var tasks: [Group] = []
  var awaiters: [Awaiter] = []
  var moment = Trace.Moment()
  var trace = Trace()

  /// One step of a path: a child, and who it is where it can be replaced by another.
  struct Place: Hashable {
    /// Nil for the constant namespace of a feature's second reducer.
    let slot: Slot?
    var identity: Int?
  }

  /// One sent action, with all that it starts.
  final class Group {}

  struct Queued {
    let address: [Slot]
    let content: Content
    let group: Group
    let isOwn: Bool
    let level: Int
  }

  enum Pending {
    case effect(Item)
    case awaiter(Awaiter)
  }

  final class Awaiter {
    let task: Int
    var isStarted = false
    var isCancelled = false
    var isDone = false
    init(task: Int) { self.task = task }
  }

  // MARK: From outside

  func send(_ address: [Slot], _ content: Content) {
    let group = Group()
    burst {
      (self.group, isOwn) = (group, true)
      reduce(address, content, level: 0)
    }
    tasks.append(group)
  }

  func cancel(task: Int, cascade: Bool) {
    guard let group = tasks.at(task) else { return }
    cancel(group, cascade: cascade)
  }

  func cancel(_ group: Group, cascade: Bool) {
    burst {
      for item in items where item.group === group && (cascade || item.isOwn) { cancel(item) }
    }
  }

  func cancelAll() { burst { items.forEach(cancel) } }

  func release() {
    burst { items.forEach(cancel) }
    isAlive = false
  }

  func awaitFinish(task: Int) {
    guard !tasks.isEmpty else { return }
    let awaiter = Awaiter(task: task % tasks.count)
    awaiters.append(awaiter)
    pending.append(.awaiter(awaiter))
  }

  func cancelAwaiting(_ index: Int) {
    guard let awaiter = awaiters.at(index), !awaiter.isDone, !awaiter.isCancelled else { return }
    awaiter.isCancelled = true
    if awaiter.isStarted { cancel(tasks[awaiter.task], cascade: false) }
  }

  // MARK: Bursts

  /// Actions one at a time until none is left; then tasks are created and observers told.
  func burst(_ body: () -> Void) {
    reductions = 0
    body()
    while true {
      while !queue.isEmpty {
        let next = queue.removeFirst()
        (group, isOwn) = (next.group, next.isOwn)
        reduce(next.address, next.content, level: next.level)
      }
      let dead = starts.filter(\.isCancelled)
      starts.removeAll(where: \.isCancelled)
      dead.forEach(complete)
      if dead.isEmpty && queue.isEmpty { break }
    }
    for item in starts {
      item.hasTask = true
      pending.append(.effect(item))
    }
    starts = []
    if reductions > 0 { moment.events.append(.observerTold) }
  }

  private func reduce(_ address: [Slot], _ content: Content, level: Int) {
    guard isAlive else { return }
    reductions += 1
    let returned = reduce(&root, address[...], content, at: [], level: level, carried: level)
    for effect in returned { start(effect.plan, effect, [], in: nil) }
    sweep()
  }

  // MARK: Time

  /// Lets every task run until all of them wait for something.
  func pump() {
    while !pending.isEmpty {
      switch pending.removeFirst() {
      case .effect(let item):
        moment.events.append(.started(run: item.run.label, level: item.origin.level))
        execute(item)
      case .awaiter(let awaiter):
        awaiter.isStarted = true
        if awaiter.isCancelled { cancel(tasks[awaiter.task], cascade: false) }
      }
    }
    for awaiter in awaiters where awaiter.isStarted && !awaiter.isDone {
      guard isFinished(tasks[awaiter.task]) else { continue }
      awaiter.isDone = true
      moment.awaited.append(awaiter.task)
    }
  }

  /// Lets go on what can, the lowest label first, until everything hangs.
  func settle() {
    pump()
    record()
    while let next = waiting.filter(canGoOn).min(by: { $0.wait!.label < $1.wait!.label }) {
      resume(next)
      pump()
      record()
    }
  }

  func open(_ index: Int) {
    let gates = waiting.filter { $0.wait!.kind != .turn }
    gates.sorted { $0.wait!.label < $1.wait!.label }.at(index)?.wait!.isOpen = true
  }

  func openAll() { for item in waiting { item.wait!.isOpen = true } }

  var waiting: [Item] { items.filter { $0.wait != nil } }

  func isFinished(_ group: Group) -> Bool { !items.contains { $0.group === group } }

  func record(withState: Bool = false) {
    moment.effectsInFlight = items.count { $0.kind == .effect }
    moment.finishedTasks = tasks.map(isFinished)
    moment.hanging = waiting.map { $0.wait!.label }.sorted()
    if withState && isAlive { moment.state = root }
    trace.append(moment)
    moment = Trace.Moment()
  }
}

extension Array {
  /// The element at an index that may be too large.
  func at(_ index: Int) -> Element? { isEmpty ? nil : self[index % count] }
}
