public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var checkInCodes: CheckInCodesClient {
    @Sendable func sheet() async throws -> CheckInSheetData? {
      try await connection.call(APITable.getCheckInCodes).sheet
    }
    return CheckInCodesClient(
      getSheet: { try await sheet() },
      make: {
        try await connection.call(APITable.makeCheckInCodes, NewCheckInSheetRequest(told: $0))
      },
      revoke: { try await connection.tell(APITable.revokeCheckInCodes) },
      sheetStream: { following(.codes) { try await sheet() } })
  }
}
