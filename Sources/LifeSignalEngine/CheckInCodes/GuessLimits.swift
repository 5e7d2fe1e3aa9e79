import Foundation

/// How often check-in codes may be guessed: by network, and by all networks with wrong guesses
/// together.
///
/// A right code gives back its try. A network without a wrong code within the hour never waits,
/// however many others guess: check-ins by code have their own share. In memory only, and for each
/// process.
final class GuessLimits: Sendable {
  private enum Everybody: Hashable { case all }

  /// Wrong codes of one network: ten in a burst, ten in an hour.
  private let networks = Throttle<String>(burst: 10, perSecond: 10.0 / 3_600)
  /// Wrong codes of all networks together that have typed some before: three hundred in a burst,
  /// one in a second.
  private let all = Throttle<Everybody>(burst: 300, perSecond: 1)

  /// A try, with the limits it was counted against.
  struct Try: Sendable {
    fileprivate let network: String
    /// False for a network without a wrong code: it may try even when the shared limit is used up.
    fileprivate let tookOfAll: Bool
  }

  enum Taken: Sendable {
    case one(Try)
    /// Seconds until the next try.
    case wait(TimeInterval)
  }

  func take(_ network: String, at now: Date) -> Taken {
    let isNew = networks.isFull(network, at: now)
    if let wait = networks.take(network, at: now) { return .wait(wait) }
    guard let wait = all.take(.all, at: now) else {
      return .one(Try(network: network, tookOfAll: true))
    }
    if isNew { return .one(Try(network: network, tookOfAll: false)) }
    networks.giveBack(network)
    return .wait(wait)
  }

  /// Uncounts a try that was right, in each limit that it was counted against.
  func giveBack(_ made: Try) {
    networks.giveBack(made.network)
    if made.tookOfAll { all.giveBack(.all) }
  }
}
