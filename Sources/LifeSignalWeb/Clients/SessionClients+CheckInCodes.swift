import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var checkInCodes: CheckInCodesClient {
    CheckInCodesClient(
      getSheet: { try await answering { try await engine.checkInCodes(of: person()) } },
      make: { told in
        try await answering {
          guard case .checkInSheet(let sheet) = try await outcome(of: .makeCheckInCodes(told: told))
          else { throw UnexpectedOutcome() }
          return sheet
        }
      },
      revoke: { try await answering { try await perform(.revokeCheckInCodes) } },
      sheetStream: { following(.codes) { try await engine.checkInCodes(of: $0) } })
  }
}
