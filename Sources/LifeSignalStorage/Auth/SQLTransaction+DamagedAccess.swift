import LifeSignalModel

/// Reads damaged sessions and access tokens again, like the rows that alerts consist of: people
/// call for help with them.
extension SQLTransaction {
  func readDamagedAccessAgain() throws {
    guard let damaged = session.damaged, !damaged.counts.isEmpty else { return }
    for key in damaged.keys(of: .sessions) {
      try readAgain(.sessions, key: key, by: SessionStatements.byID) { _ = try Session(&$0) }
    }
    for key in damaged.keys(of: .accessTokens) {
      try readAgain(.accessTokens, key: key, by: AccessTokenStatements.byID) {
        _ = try AccessToken(&$0)
      }
    }
  }
}
