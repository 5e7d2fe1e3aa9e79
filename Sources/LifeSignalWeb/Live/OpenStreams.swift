import Foundation
import Hummingbird
import Synchronization

/// The open streams: at most eight of one session, and a limited number of one address.
///
/// A ninth stream ends the session's oldest instead of being refused: after a phone changes its network,
/// its old streams look open for minutes, and must not keep its page from receiving updates.
final class OpenStreams: Sendable {
  static let perSession = 8

  struct Seat: Sendable {
    fileprivate var number: UInt64
    fileprivate var session: Data
    fileprivate var address: ClientAddress
  }

  private struct State {
    var sessions: [Data: [(number: UInt64, end: @Sendable () -> Void)]] = [:]
    var addresses: [ClientAddress: Int] = [:]
    var last: UInt64 = 0
  }

  private let perAddress: Int
  private let state = Mutex(State())

  init(perAddress: Int) { self.perAddress = perAddress }

  /// - Throws: 429 when the address has no room for one more.
  func admit(_ address: ClientAddress) throws {
    guard state.withLock({ $0.addresses[address, default: 0] < perAddress }) else {
      throw RequestLimits.refusal(30)
    }
  }

  /// - Parameters:
  ///   - session: the hash of the credential it was opened with.
  ///   - end: ends the stream; called from any thread when a newer one needs its place.
  func open(
    _ session: Data, from address: ClientAddress, end: @escaping @Sendable () -> Void
  ) -> Seat {
    let (seat, oldest) = state.withLock { state in
      state.last += 1
      state.sessions[session, default: []].append((state.last, end))
      state.addresses[address, default: 0] += 1
      let seat = Seat(number: state.last, session: session, address: address)
      guard state.sessions[session, default: []].count > Self.perSession else {
        return (seat, nil as (@Sendable () -> Void)?)
      }
      return (seat, state.sessions[session]?.removeFirst().end)
    }
    oldest?()
    return seat
  }

  func leave(_ seat: Seat) {
    state.withLock { state in
      state.sessions[seat.session]?.removeAll { $0.number == seat.number }
      if state.sessions[seat.session]?.isEmpty == true { state.sessions[seat.session] = nil }
      let left = state.addresses[seat.address, default: 1] - 1
      state.addresses[seat.address] = left > 0 ? left : nil
    }
  }
}
