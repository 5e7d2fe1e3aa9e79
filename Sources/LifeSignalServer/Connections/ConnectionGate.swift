import LifeSignalWeb
import Synchronization

/// Tracks the open connections and decides which one to close when there is no room for another.
///
/// It closes the connection that has waited longest for its peer: first those without a complete request,
/// then those between two requests. A connection with an answer under way, such as an open page, is never
/// closed for another.
final class ConnectionGate: Sendable {
  /// The phase that a connection is waiting in.
  enum Stage: Int, CaseIterable, Sendable {
    /// Its first request, or the rest of a request. Both share one line: with two, slow connections of one
    /// kind would leave those of the other no time.
    case asking
    /// Its next request.
    case idle
    /// The server's answer.
    case working
  }

  struct Counts: Equatable, Sendable {
    var open = 0
    /// Closed to make room for another.
    var closedForRoom = 0
    /// Refused, because no other connection could be closed.
    var refused = 0
  }

  /// The most connections that are being closed to make room and still use a file: the reserve has room
  /// for only this many.
  static let mostLeaving = 32

  fileprivate struct Place {
    var address: ClientAddress
    var stage: Stage
    /// Counts the changes of all stages; the smaller, the longer ago.
    var turn: UInt64
    var isLeaving = false
    var close: @Sendable () -> Void
  }

  /// The waiting connections of one address, or of all.
  fileprivate struct Crowd {
    var open = 0
    var leaving = 0
    var lines = [WaitingLine](repeating: WaitingLine(), count: Stage.working.rawValue)
  }

  fileprivate struct State {
    var places: [UInt64: Place] = [:]
    var all = Crowd()
    var addresses: [ClientAddress: Crowd] = [:]
    var lastTurn: UInt64 = 0
    var counts = Counts()
  }

  private let limits: ConnectionLimits
  private let state = Mutex(State())

  init(_ limits: ConnectionLimits) { self.limits = limits }

  var counts: Counts { state.withLock { $0.counts } }

  /// Lets a connection in, if need be by closing another.
  /// - Parameter close: closes it; called at most once, and from any thread.
  /// - Returns: its number until ``leave(_:)``; nil if it must be closed immediately.
  func admit(_ address: ClientAddress, close: @escaping @Sendable () -> Void) -> UInt64? {
    let (id, victim) = state.withLock { state -> (UInt64?, (@Sendable () -> Void)?) in
      let crowd = state.addresses[address, default: Crowd()]
      var victim: (@Sendable () -> Void)?
      if crowd.open - crowd.leaving >= limits.perAddress {
        victim = state.makeRoom(among: address)
      } else if state.all.open - state.all.leaving >= limits.total {
        victim = state.makeRoom(among: nil)
      } else {
        return (state.enter(address, close), nil)
      }
      guard let victim else {
        state.counts.refused += 1
        return (nil, nil)
      }
      return (state.enter(address, close), victim)
    }
    victim?()
    return id
  }

  func move(_ id: UInt64, to stage: Stage) {
    state.withLock { state in
      guard let place = state.places[id], place.stage != stage, !place.isLeaving else { return }
      state.wait(id, in: stage)
    }
  }

  /// It is closed, and its file is free.
  func leave(_ id: UInt64) {
    state.withLock { state in
      guard let place = state.places.removeValue(forKey: id) else { return }
      state.count(place.address) { crowd in
        crowd.open -= 1
        if place.isLeaving { crowd.leaving -= 1 }
      }
      state.counts.open -= 1
    }
  }
}

extension ConnectionGate.State {
  fileprivate mutating func enter(
    _ address: ClientAddress, _ close: @escaping @Sendable () -> Void
  ) -> UInt64 {
    // Never used by another: turns only grow.
    let id = lastTurn + 1
    places[id] = .init(address: address, stage: .asking, turn: id, close: close)
    count(address) { $0.open += 1 }
    counts.open += 1
    wait(id, in: .asking)
    return id
  }

  fileprivate mutating func wait(_ id: UInt64, in stage: ConnectionGate.Stage) {
    guard let address = places[id]?.address else { return }
    lastTurn += 1
    places[id]?.stage = stage
    places[id]?.turn = lastTurn
    guard stage != .working else { return }
    let (entry, places) = (WaitingLine.Entry(id: id, turn: lastTurn), places)
    count(address) { crowd in
      crowd.lines[stage.rawValue].add(entry) { places.isWaiting($0) }
    }
  }

  /// - Parameter address: closes only this address's connections; nil for all.
  /// - Returns: the closure that closes the chosen one.
  fileprivate mutating func makeRoom(among address: ClientAddress?) -> (@Sendable () -> Void)? {
    guard all.leaving < ConnectionGate.mostLeaving else { return nil }
    guard let oldest = takeOldest(among: address), let place = places[oldest] else { return nil }
    places[oldest]?.isLeaving = true
    count(place.address) { $0.leaving += 1 }
    counts.closedForRoom += 1
    return place.close
  }

  private mutating func takeOldest(among address: ClientAddress?) -> UInt64? {
    let places = places
    for line in all.lines.indices {
      let oldest =
        if let address {
          addresses[address]?.lines[line].takeOldest { places.isWaiting($0) }
        } else {
          all.lines[line].takeOldest { places.isWaiting($0) }
        }
      if let oldest { return oldest }
    }
    return nil
  }

  /// Changes the counts of an address and those of all together.
  fileprivate mutating func count(
    _ address: ClientAddress, _ change: (inout ConnectionGate.Crowd) -> Void
  ) {
    change(&all)
    change(&addresses[address, default: .init()])
    if addresses[address]?.open == 0 { addresses[address] = nil }
  }
}

extension [UInt64: ConnectionGate.Place] {
  fileprivate func isWaiting(_ entry: WaitingLine.Entry) -> Bool {
    guard let place = self[entry.id] else { return false }
    return place.turn == entry.turn && !place.isLeaving
  }
}
