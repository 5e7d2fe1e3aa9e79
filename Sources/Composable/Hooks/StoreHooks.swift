/// Receives reports on the cost of a store's work, for logs and metrics.
///
/// Set when a store is made, for that store alone or for all stores made where the override is in
/// force:
///
/// ```swift
/// let store = Store(initialState: Feature.State()) {
///   Feature()
/// } withDependencies: {
///   $0.storeHooks = StoreHooks(slowerThan: .milliseconds(100)) { report in
///     logger.warning("slow action", metadata: ["action": "\(report.action)"])
///   }
/// }
/// ```
/// A store without hooks does no work for them, not even a check whether there are any.
public struct StoreHooks: Sendable {
  let threshold: Duration
  let time: ElapsedTime
  let report: @Sendable (StoreReport) -> Void

  /// - Parameters:
  ///   - threshold: work that took less is not reported, and its actions are not named, which is
  ///     most of the cost. Zero reports everything.
  ///   - clock: measures the work.
  ///   - report: called after a burst of actions, outside the store's lock, on the thread that sent
  ///     the first of them, before that `send` returns: pass slow work on. It may send.
  public init(
    slowerThan threshold: Duration = .zero, clock: some Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.threshold = threshold
    time = ElapsedTime(clock)
    self.report = report
  }
}

/// The cost of one burst of a store: an action from outside or from an effect's task, and every
/// action that was fed back before the store was at rest again.
public struct StoreReport: Equatable, Sendable {
  /// One action's way through the reducers.
  public struct Reduction: Equatable, Sendable {
    /// The names of the action's cases, without their values. See ``StoreReport/action``.
    public let action: String
    public let duration: Duration
  }

  /// The action that the burst began with: the names of its cases and of the actions in them,
  /// `rows.element.nameChanged`.
  ///
  /// Never a value that an action carries, nor anything made from one: nothing personal.
  public let action: String
  /// The reductions that took as long as the hooks' threshold, in order; at most the first 100.
  public let reductions: [Reduction]
  /// How many actions were reduced.
  public let actionCount: Int
  /// From the beginning of the first reduction until the store was at rest. Starting the effects'
  /// tasks and telling observers come after that.
  public let duration: Duration
  /// How many effects of the store had been started, and had not ended, at rest.
  public let effectsInFlight: Int
}

private enum StoreHooksKey: DependencyKey {
  static let liveValue: StoreHooks? = nil
  static let testValue: StoreHooks? = nil
  static let previewValue: StoreHooks? = nil
}

extension DependencyValues {
  /// Receives reports on the cost of a store's work; read once, when a store is made. None by
  /// default.
  public var storeHooks: StoreHooks? {
    get { isOverridden(StoreHooksKey.self) ? self[StoreHooksKey.self] : nil }
    set { self[StoreHooksKey.self] = newValue }
  }
}
