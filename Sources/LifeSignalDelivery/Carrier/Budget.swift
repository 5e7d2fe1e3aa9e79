public import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// Counts the spending. In memory only: a restart begins a new day.
public final class Budget: Sendable {
  /// A message's purpose, and so the purse that pays for it.
  enum Purpose: Sendable {
    case alarm, code, other
    /// A code to the number of the signed-in person who requested it.
    case ownCode
    /// A code to a member's number, requested by anyone.
    case membersCode
  }

  /// A share that can be used up separately. The raw value is its name in figures and in the log.
  enum Purse: String, Sendable, CaseIterable {
    case alarms
    /// The alerts to one number, of all people together.
    case number
    /// The alerts of one person to one number.
    case owner
    case codes, others
    /// Part of the codes that strangers cannot use up.
    case ownCodes = "own codes"
    /// Part of the codes that is reserved for members' numbers.
    case membersCodes = "members' codes"
  }

  /// An amount that was taken, to be given back if it was not spent after all.
  struct Share: Equatable, Sendable {
    fileprivate var day: Int
    fileprivate var purse: Purse
    /// Where the alert went; nil for other messages.
    fileprivate var number: String?
    fileprivate var cause: Delivery.Cause?
    /// Whether it is the first message of its alert to the number.
    fileprivate var isFirst: Bool
    /// Whether it was sent only because it is the first: then it counts for its owner alone.
    fileprivate var isBeyond: Bool
    fileprivate var prefix: String
    fileprivate var count: Int
  }

  enum Answer: Equatable, Sendable {
    case taken(Share)
    /// - Parameters:
    ///   - isNews: true once a day for each purse: the operator should read it once, not a thousand
    ///     times.
    ///   - reopens: seconds until the next day (UTC) begins, more than 0.
    case usedUp(Purse, isNews: Bool, reopens: TimeInterval)
  }

  private struct Pair: Hashable {
    var number: String
    var owner: Person.ID
  }

  /// Alerts of one kind of one person, as one number receives them.
  private struct Series: Hashable {
    var pair: Pair
    var kind: Alert.Kind?
  }

  private struct First {
    var alert: AlertRecord.ID
    var at: TimeInterval
  }

  private struct State {
    var day = Int.min
    var used: [Purse: Int] = [:]
    var prefixes: [Purse: [String: Int]] = [:]
    var numbers: [String: Int] = [:]
    var owners: [Pair: Int] = [:]
    var first: [Series: First] = [:]
    /// Since the start.
    var refused: [Purse: Int] = [:]
    /// The purses already reported as empty today.
    var told: Set<Purse> = []
  }

  private static let day: TimeInterval = 86_400
  /// Seconds after the first message of an alert in which another alert of the same person and kind
  /// counts as the same one: raising it repeatedly must not open the budget repeatedly.
  private static let sameAlert: TimeInterval = 600

  private let limits: BudgetLimits
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  public init(_ limits: BudgetLimits, now: @escaping @Sendable () -> Date) {
    self.limits = limits
    self.now = now
  }

  /// Takes `count`, or nothing. When their own share is used up, alerts use the remaining shares of
  /// the other purposes, and members' codes the remaining share of strangers. Every other purpose
  /// has only its own share.
  ///
  /// The first message of each alert to each number is always taken, even when every share is used up. When
  /// its owner's is, it takes nothing from the shares of all: one person who raises alert after alert must
  /// not leave others the first message alone.
  /// - Parameters:
  ///   - number: E.164, for its country and for the alerts it has had.
  ///   - cause: the alert's person, and which alert it is.
  func take(
    _ count: Int, for number: String, as purpose: Purpose, because cause: Delivery.Cause? = nil
  ) -> Answer {
    let now = now().timeIntervalSince1970
    let prefix = CallingCode.of(number)
    return state.withLock { state in
      Self.begin(now, &state)
      let purse: Purse
      let cause = purpose == .alarm ? cause : nil
      let isFirst = Self.isFirst(cause, number, now, state)
      let isBeyond = isFirst && !ownerHasRoom(count, cause, number, state)
      switch choose(count, number, prefix, purpose, cause, isFirst, state) {
      case .success(let chosen): purse = chosen
      case .failure(let empty):
        state.refused[empty.purse, default: 0] += 1
        return .usedUp(
          empty.purse, isNews: state.told.insert(empty.purse).inserted,
          reopens: Double(state.day + 1) * Self.day - now)
      }
      let share = Share(
        day: state.day, purse: purse, number: purpose == .alarm ? number : nil, cause: cause,
        isFirst: isFirst, isBeyond: isBeyond, prefix: prefix, count: count)
      Self.add(count, of: share, to: &state)
      if isFirst, let cause, let alert = cause.alert {
        state.first[Self.series(cause, number)] = First(alert: alert, at: now)
      }
      return .taken(share)
    }
  }

  /// The carrier has not accepted it.
  func giveBack(_ share: Share) {
    state.withLock { state in
      guard state.day == share.day else { return }
      Self.add(-share.count, of: share, to: &state)
      guard share.isFirst, let cause = share.cause, let number = share.number else { return }
      let series = Self.series(cause, number)
      if state.first[series]?.alert == cause.alert { state.first[series] = nil }
    }
  }

  private static func series(_ cause: Delivery.Cause, _ number: String) -> Series {
    Series(pair: Pair(number: number, owner: cause.owner), kind: cause.kind)
  }

  private static func isFirst(
    _ cause: Delivery.Cause?, _ number: String, _ now: TimeInterval, _ state: State
  ) -> Bool {
    guard let cause, let alert = cause.alert else { return false }
    guard let last = state.first[series(cause, number)] else { return true }
    return last.alert != alert && now - last.at >= sameAlert
  }

  private func ownerHasRoom(
    _ count: Int, _ cause: Delivery.Cause?, _ number: String, _ state: State
  ) -> Bool {
    guard let cause else { return true }
    let used = state.owners[Pair(number: number, owner: cause.owner), default: 0]
    return used + count <= limits.alarmsPerOwner
  }

  private struct Empty: Error {
    var purse: Purse
  }

  private func choose(
    _ count: Int, _ number: String, _ prefix: String, _ purpose: Purpose,
    _ cause: Delivery.Cause?, _ isFirst: Bool, _ state: State
  ) -> Result<Purse, Empty> {
    func hasRoom(_ purse: Purse, _ limit: Int, perPrefix: Int? = nil) -> Bool {
      guard state.used[purse, default: 0] + count <= limit else { return false }
      guard let perPrefix else { return true }
      return state.prefixes[purse, default: [:]][prefix, default: 0] + count <= perPrefix
    }
    switch purpose {
    case .alarm:
      if !isFirst {
        guard ownerHasRoom(count, cause, number, state) else {
          return .failure(Empty(purse: .owner))
        }
        guard state.numbers[number, default: 0] + count <= limits.alarmsPerNumber else {
          return .failure(Empty(purse: .number))
        }
      }
      if hasRoom(.alarms, limits.alarms) { return .success(.alarms) }
      if hasRoom(.others, limits.perDay) { return .success(.others) }
      return isFirst ? .success(.alarms) : .failure(Empty(purse: .alarms))
    case .code:
      return hasRoom(.codes, limits.strangersCodes, perPrefix: limits.codesPerPrefix)
        ? .success(.codes) : .failure(Empty(purse: .codes))
    case .ownCode:
      if hasRoom(.ownCodes, limits.ownCodes) { return .success(.ownCodes) }
      return hasRoom(.codes, limits.strangersCodes, perPrefix: limits.codesPerPrefix)
        ? .success(.codes) : .failure(Empty(purse: .ownCodes))
    case .membersCode:
      if hasRoom(.membersCodes, limits.membersCodes) { return .success(.membersCodes) }
      return hasRoom(.codes, limits.strangersCodes, perPrefix: limits.codesPerPrefix)
        ? .success(.codes) : .failure(Empty(purse: .membersCodes))
    case .other:
      return hasRoom(.others, limits.perDay, perPrefix: limits.perPrefix)
        ? .success(.others) : .failure(Empty(purse: .others))
    }
  }

  private static func add(_ count: Int, of share: Share, to state: inout State) {
    if let number = share.number, let owner = share.cause?.owner {
      state.owners[Pair(number: number, owner: owner), default: 0] += count
    }
    guard !share.isBeyond else { return }
    state.used[share.purse, default: 0] += count
    // Alerts and members' own codes are not divided by country.
    if ![.alarms, .ownCodes, .membersCodes].contains(share.purse) {
      state.prefixes[share.purse, default: [:]][share.prefix, default: 0] += count
    }
    if let number = share.number { state.numbers[number, default: 0] += count }
  }

  /// One for each purse, of `number` and `owner` the highest, and one for each country that has had
  /// codes or other messages except alerts.
  var figures: [BudgetFigure] {
    let now = now().timeIntervalSince1970
    return state.withLock { state in
      Self.begin(now, &state)
      let purses = Purse.allCases.map { purse in
        BudgetFigure(
          name: purse.rawValue, limit: limit(of: purse),
          used: used(purse, state),
          refused: state.refused[purse, default: 0])
      }
      func countries(_ purse: Purse, _ limit: Int, _ before: String) -> [BudgetFigure] {
        state.prefixes[purse, default: [:]].sorted { $0.key < $1.key }.map {
          BudgetFigure(name: before + $0.key, limit: limit, used: $0.value, refused: 0)
        }
      }
      return purses + countries(.codes, limits.codesPerPrefix, "codes ")
        + countries(.others, limits.perPrefix, "")
    }
  }

  private func used(_ purse: Purse, _ state: State) -> Int {
    switch purse {
    case .number: state.numbers.values.max() ?? 0
    case .owner: state.owners.values.max() ?? 0
    default: state.used[purse, default: 0]
    }
  }

  private func limit(of purse: Purse) -> Int {
    switch purse {
    case .alarms: limits.alarms
    case .number: limits.alarmsPerNumber
    case .owner: limits.alarmsPerOwner
    case .codes: limits.strangersCodes
    case .ownCodes: limits.ownCodes
    case .membersCodes: limits.membersCodes
    case .others: limits.perDay
    }
  }

  /// A clock that was set back does not open the purse again.
  private static func begin(_ now: TimeInterval, _ state: inout State) {
    let day = Int(clamping: (now / day).rounded(.down))
    guard day > state.day else { return }
    state = State(day: day, refused: state.refused)
  }
}
