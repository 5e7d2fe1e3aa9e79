import Foundation
import LifeSignalAPI
import LifeSignalEngine
package import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  /// - Parameters:
  ///   - key: names this one check-in over all its attempts.
  ///   - at: when it was made, if it waited for a connection.
  ///   - scopes: of its access token, if it has one.
  /// - Returns: the server's time of it.
  func checkIn(
    key: String?, at: Date?, scopes: Set<TokenScope>? = nil
  ) async throws -> Date {
    try await answering {
      let outcome = try await outcome(of: .checkIn(clientKey: key, at: at, scopes: scopes))
      guard case .checkedIn(let record) = outcome else { throw UnexpectedOutcome() }
      return record.timestamp
    }
  }

  package var checkIn: CheckInClient {
    CheckInClient(self) { try await checkIn(key: session.takeCheckInKey(), at: nil) }
  }
}
