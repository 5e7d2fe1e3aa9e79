/// How long things last in a ``StoreRegistry``, and how much it keeps.
public struct StoreRegistrySettings: Sendable {
  /// How long an unused store is kept alive.
  public var idleTime: Duration
  /// How many snapshots of stores that were put away are kept; the oldest go first.
  public var snapshotLimit: Int

  public init(idleTime: Duration = .seconds(120), snapshotLimit: Int = 10_000) {
    self.idleTime = idleTime
    self.snapshotLimit = snapshotLimit
  }
}
