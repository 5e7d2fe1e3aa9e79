/// What can be seen of a program while it runs, moment by moment.
struct Trace: Equatable {
  private(set) var moments: [Moment] = []

  /// What happened since the moment before, and how things stand.
  struct Moment: Equatable {
    var events: [Event] = []
    /// Issues have no order of their own, nor have those who wait for the same end.
    var issues: [Misuse] = []
    var awaited: [Int] = []
    var effectsInFlight = 0
    var finishedTasks: [Bool] = []
    /// Labels of the waits at which effects hang.
    var hanging: [Int] = []
    var state: FeatureState?
  }

  enum Event: Equatable {
    /// By the feature at a height above the action's own, with a dependency's value.
    case reduced(label: Int, height: Int, level: Int)
    case reducedAfter(label: Int, level: Int)
    case dismissed(level: Int)
    case started(run: Int, level: Int)
    case woke(wait: Int, isCancelled: Bool)
    case ended(run: Int)
    case observerTold
  }

  enum Misuse: Int {
    case absentChild, nothingToDismiss, changedNamespace, thrownError, sendDuringReduction, other
  }

  mutating func append(_ moment: Moment) {
    var moment = moment
    moment.issues.sort { $0.rawValue < $1.rawValue }
    moment.awaited.sort()
    moments.append(moment)
  }

  /// The first moment at which two traces differ, told in words.
  func difference(from other: Trace) -> String? {
    guard self != other else { return nil }
    let index = zip(moments, other.moments).enumerated().first { $1.0 != $1.1 }?.offset
    guard let index else {
      return "The engine had \(moments.count) moments, the model \(other.moments.count)."
    }
    let before = moments[..<index].map { "  \($0.events)" }.joined(separator: "\n")
    return "before:\n\(before)\nengine: \(moments[index])\nmodel:  \(other.moments[index])"
  }
}

/// A feature's state as both sides can show it.
struct FeatureState: Equatable, Sendable {
  var id: Int
  var count = 0
  var tag = 0
  var replacement: Int?
  var children: [Slot: FeatureState] = [:]
  /// The order of the rows.
  var rows: [Int] = []

  /// A feature that has just been made; the root has all its children, those below some.
  init(id: Int, height: Int) {
    self.id = id
    guard height > 0 else { return }
    for slot in [Slot.left, .right, .inner, .guest, .row(0)] {
      children[slot] = FeatureState(id: 0, height: height - 1)
    }
    rows = [0]
    guard height == ProgramGenerator.depth else { return }
    for slot in [Slot.row(1), .shelf(0), .modeA, .sheet] {
      children[slot] = FeatureState(id: slot == .row(1) ? 1 : 0, height: height - 1)
    }
    rows = [0, 1]
  }

  /// A feature's state with the children that it is read from.
  init(
    id: Int, count: Int, tag: Int, replacement: Int?, children: [Slot: FeatureState], rows: [Int]
  ) {
    self.id = id
    self.count = count
    self.tag = tag
    self.replacement = replacement
    self.children = children
    self.rows = rows
  }
}
