import LifeSignalModel

/// Sessions and access tokens that are counted as damaged are looked at again, as the rows that alerts are made
/// of: a person calls for help with them.
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
