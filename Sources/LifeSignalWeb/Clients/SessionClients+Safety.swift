import Foundation
import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
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

  var checkIn: CheckInClient {
    CheckInClient(
      checkIn: { try await checkIn(key: session.takeCheckInKey(), at: nil) },
      getCheckInHistory: { limit in
        try await answering {
          try await engine.checkIns(
            of: person(), limit: min(APILimit.longest, limit ?? APILimit.longest))
        }
      },
      getCheckInInterval: { try await answer(GetCheckInInterval()).seconds },
      setCheckInInterval: { seconds in
        try await answering { try await perform(.setInterval(seconds)) }
      },
      getReminderInterval: { try await answer(GetReminderInterval()).seconds },
      setReminderInterval: { try await perform(SetReminderInterval(seconds: $0)) },
      getGracePeriod: { try await answer(GetGracePeriod()).seconds },
      setGracePeriod: { try await perform(SetGracePeriod(seconds: $0)) },
      getOlderCheckIns: { record, limit in
        try await answering {
          try await engine.checkIns(of: person(), olderThan: record, limit: limit)
        }
      },
      getCheckInCalendar: { zone in
        try await answering { try await engine.checkInCalendar(of: person(), zone: zone) }
      },
      getPlan: { try await answer(GetPlan()).plan },
      setPlan: { plan in
        try await answering { try await perform(.setPlan(plan)) }
      },
      pause: { until in
        try await answering { try await perform(.pause(until: until)) }
      },
      resume: { try await perform(Resume()) })
  }
}
