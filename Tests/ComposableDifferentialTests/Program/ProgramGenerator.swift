/// Makes a program from a seed; the same one every time and everywhere.
struct ProgramGenerator {
  private var numbers: SplitMix
  private var label = 0
  /// How many more commands the program may hold.
  private var budget: Int

  /// How many levels of features there are below the root.
  static let depth = 2

  static func program(seed: UInt64) -> Program {
    var generator = ProgramGenerator(seed: seed)
    return generator.program()
  }

  private init(seed: UInt64) {
    numbers = SplitMix(seed: seed)
    budget = 0
    budget = 4 + below(24)
  }

  private mutating func program() -> Program {
    var steps: [Step] = []
    for _ in 0..<(3 + below(10)) {
      steps.append(Step(kind: step(), settles: !chance(4)))
    }
    return Program(steps: steps, releasesStore: chance(4))
  }

  private mutating func step() -> Step.Kind {
    switch below(16) {
    case 0, 1: return .open(below(4))
    case 2: return .cancel(task: below(6), cascade: chance(2))
    case 3: return .awaitFinish(task: below(6))
    case 4: return .cancelAwaiting(below(3))
    case 5 where chance(3): return .cancelAll
    case 6:
      let address = address(from: [], isDeep: false)
      if address.count < Self.depth { return .send(address, .dismiss) }
      return .send(address, .command(command(at: address)))
    default:
      let address = address(from: [], isDeep: true)
      return .send(address, .command(command(at: address)))
    }
  }

  // MARK: Features

  /// A feature at or below one at `place`.
  private mutating func address(from place: [Slot], isDeep: Bool) -> [Slot] {
    var address: [Slot] = []
    while place.count + address.count < Self.depth, below(5) < (isDeep ? 3 : 2) {
      address.append(slot())
    }
    return address
  }

  private mutating func slot() -> Slot {
    switch below(11) {
    case 0, 1: .left
    case 2: .right
    case 3: .inner
    case 4, 5: .guest
    case 6, 7: .row(below(2))
    case 8: .shelf(below(2))
    case 9: chance(2) ? .modeA : .modeB
    default: .sheet
    }
  }

  private mutating func name() -> Name {
    switch below(8) {
    case 0: .byte(0)
    case 1, 2: .number(1)
    default: .number(0)
    }
  }

  private mutating func command(at place: [Slot]) -> Command {
    budget -= 1
    var command = Command(label: nextLabel())
    command.reaction = reaction(at: place)
    if chance(6) { command.after = Reaction(plan: plan(at: place, depth: 1)) }
    if chance(3) {
      for height in 1..<place.count + 1 {
        command.above.append(
          chance(2) ? reaction(at: Array(place.dropLast(height))) : Reaction())
      }
    }
    return command
  }

  private mutating func reaction(at place: [Slot]) -> Reaction {
    var reaction = Reaction()
    while chance(3) { reaction.edits.append(edit(at: place)) }
    if !chance(5) { reaction.plan = plan(at: place, depth: 0) }
    return reaction
  }

  private mutating func edit(at place: [Slot]) -> Edit {
    if budget > 0, chance(16) {
      let address = address(from: [], isDeep: false)
      return .resend(address, command(at: address))
    }
    if let slot = place.last, slot.allowsAnyID, chance(8) { return .renameSelf(below(2)) }
    if place.count == Self.depth || chance(12) { return .setOwnTag(below(2)) }
    switch below(16) {
    case 0, 1: return .setGuest(chance(2) ? nil : below(2))
    case 2: return .renameGuest(below(2))
    case 3: return .addRow(below(2))
    case 4, 5: return .removeRow(below(2))
    case 6: return .readdRow(below(2))
    case 7: return .swapRows
    case 8: return .addShelf(below(2))
    case 9: return .removeShelf(below(2))
    case 10: return chance(2) ? .readdShelf(below(2)) : .setReplacement(chance(2) ? nil : below(2))
    case 11: return .setModeA(below(2))
    case 12: return .setModeB(below(2))
    case 13: return chance(3) ? .setNoMode : .setInnerTag(below(2))
    default: return .setSheet(chance(2) ? nil : below(2))
    }
  }

  // MARK: Effects

  private mutating func plan(at place: [Slot], depth: Int) -> Plan {
    let isDeep = depth >= 3
    switch below(16) {
    case 0: return .none
    case 1, 2:
      guard budget > 0 else { return .none }
      let address = address(from: place, isDeep: false)
      return .send(address, command(at: place + address))
    case 3, 4: return .cancel(name())
    case 5...7 where !isDeep:
      return .merge((0..<(1 + below(3))).map { _ in plan(at: place, depth: depth + 1) })
    case 8...9 where !isDeep:
      return .concatenate((0..<(1 + below(3))).map { _ in plan(at: place, depth: depth + 1) })
    case 10...12 where !isDeep:
      return .cancellable(plan(at: place, depth: depth + 1), name(), inFlight: chance(3))
    case 13 where chance(2):
      // Cancelled before it begins.
      let name = name()
      let run = Plan.run(Run(label: nextLabel(), acts: acts(at: place, depth: 1)))
      return .merge([.cancellable(run, name, inFlight: false), .cancel(name)])
    case 13 where !isDeep: return .mapped(plan(at: place, depth: depth + 1))
    default: return .run(Run(label: nextLabel(), acts: acts(at: place, depth: 0)))
    }
  }

  private mutating func acts(at place: [Slot], depth: Int) -> [Act] {
    var acts: [Act] = []
    while !chance(3), acts.count < 4 { acts.append(act(at: place, depth: depth)) }
    return acts
  }

  private mutating func act(at place: [Slot], depth: Int) -> Act {
    switch below(16) {
    case 0, 1, 2, 3:
      guard budget > 0 else { break }
      let address = address(from: place, isDeep: false)
      return .send(address, command(at: place + address))
    case 4: return .cancel(name())
    case 5...6 where depth < 2:
      let label = nextLabel()
      _ = nextLabel()
      return .nested(
        label: label, name(), inFlight: chance(3), acts(at: place, depth: depth + 1),
        catches: chance(2))
    case 7: return .dismiss
    case 8 where chance(2): return .fail
    default: break
    }
    let mode: Act.WhenCancelled = chance(3) ? (chance(2) ? .goingOn : .ignoring) : .throwing
    return .wait(label: nextLabel(), mode)
  }

  // MARK: Chance

  private mutating func nextLabel() -> Int {
    label += 1
    return label
  }

  private mutating func below(_ limit: Int) -> Int { Int(numbers.next() % UInt64(limit)) }

  /// True once in `count` times.
  private mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
}

extension Slot {
  /// Whether a child here may become another by changing its id.
  fileprivate var allowsAnyID: Bool {
    switch self {
    case .guest, .modeA, .modeB, .sheet: true
    case .left, .right, .inner, .row, .shelf: false
    }
  }
}

/// A small generator of numbers whose sequence is the same on every platform.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
