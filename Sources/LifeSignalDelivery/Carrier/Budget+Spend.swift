import Foundation
import LifeSignalEngine
import LifeSignalModel
import Logging

extension Budget {
  /// The most seconds after which an alert checks again whether the budget has anything left: the
  /// operator may have begun a new day.
  private static let alarmsLookAgain: TimeInterval = 3_600

  /// Runs `send` if there is enough left; a message that the carrier did not accept costs nothing.
  ///
  /// - Throws: without calling `send` when the budget is used up: for an alert
  ///   `CourierFailure.transient` until it is open again, while the next channel follows in its
  ///   turn; for anything else `CourierFailure.rejected`, so that the next channel follows
  ///   immediately.
  func spend(
    _ count: Int, on message: CourierMessage, name: String, logger: Logger,
    _ send: () async throws -> Void
  ) async throws {
    let purpose = Purpose(of: message)
    switch take(count, for: message.address, as: purpose, because: message.cause) {
    case .taken(let share):
      do {
        try await send()
      } catch {
        giveBack(share)
        throw error
      }
    case .usedUp(let purse, let isNews, let reopens):
      if isNews {
        logger.error(
          "today's budget is used up",
          metadata: ["channel": "\(name)", "budget": "\(purse.rawValue)"])
      }
      let words = "\(name): today's budget is used up"
      guard purpose == .alarm else { throw CourierFailure.rejected(words) }
      let wait = min(reopens, Self.alarmsLookAgain).rounded(.up)
      throw CourierFailure.transient(words, retryAfter: .seconds(wait))
    }
  }
}

extension Budget.Purpose {
  /// A code is not an alert, however urgent it is.
  fileprivate init(of message: CourierMessage) {
    if message.isOneTimeCode {
      self = message.isOwnCode ? .ownCode : message.isMembersCode ? .membersCode : .code
    } else {
      self = message.priority <= .missedCheckIn ? .alarm : .other
    }
  }
}
