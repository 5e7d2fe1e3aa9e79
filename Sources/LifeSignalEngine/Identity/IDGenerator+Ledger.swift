import LifeSignalModel

extension IDGenerator {
  /// A generator that continues after the ids an earlier process has stored.
  /// - Parameter node: as in ``init(node:)``.
  /// - Throws: ``LedgerError`` when the ledger cannot be read.
  public static func following(_ ledger: any Ledger, node: Int = 0) async throws -> IDGenerator {
    let (greatest, beat) = try await ledger.read { tx in
      (try tx.greatestID(), try tx.heartbeat()?.beatAt)
    }
    let ids = IDGenerator(node: node)
    ids.rise(above: greatest, since: beat)
    return ids
  }
}
