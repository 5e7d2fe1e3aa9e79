import Foundation

/// How often check-in codes may be guessed: by network, and by everybody who has guessed wrong.
///
/// A right code gives back what its try took. Whoever has not typed a wrong one within the hour is never
/// kept waiting, however many others guess: a sign of life has room of its own. In memory only, and by
/// process.
final class GuessLimits: Sendable {
  private enum Everybody: Hashable { case all }

  /// Wrong codes of one network: ten at once, ten in an hour.
  private let networks = Throttle<String>(burst: 10, perSecond: 10.0 / 3_600)
  /// Wrong codes of all networks together that have typed some before: three hundred at once, one in a
  /// second.
  private let all = Throttle<Everybody>(burst: 300, perSecond: 1)

  /// Takes a try; or returns the seconds until there is one.
  func take(_ network: String, at now: Date) -> TimeInterval? {
    let isNew = networks.isFull(network, at: now)
    if let wait = networks.take(network, at: now) { return wait }
    if let wait = all.take(.all, at: now), !isNew {
      networks.giveBack(network)
      return wait
    }
    return nil
  }

  /// The try was no guess.
  func giveBack(_ network: String) {
    networks.giveBack(network)
    all.giveBack(.all)
  }
}
