extension Effect {
  /// Lets at most one action of the effects under one id through per interval.
  ///
  /// The first action passes immediately. Of those that follow within the interval one is sent when
  /// the interval is over, and the rest are dropped: for an effect that sends often, such as
  /// ``follow(name:priority:_:send:catch:fileID:filePath:line:column:)``, as for an effect that is
  /// returned often. Only actions are held back: the work of the effect begins immediately.
  /// - Parameters:
  ///   - id: as in ``cancellable(id:cancelInFlight:)``: unique at this place of the reducer tree.
  ///     ``cancel(id:)`` cancels the effect and drops the action that waits.
  ///   - interval: the shortest time between two actions.
  ///   - clock: what measures the time.
  ///   - latest: whether the last of the actions within an interval is kept, and an effect in
  ///     flight under the id gives way to this one; otherwise the first action is kept, and no
  ///     effect gives way.
  public func throttle<C: Clock>(
    id: some Hashable & Sendable, for interval: Duration, clock: C, latest: Bool
  ) -> Self where C.Duration == Duration {
    let throttle = Throttle(
      key: EffectKey(id), interval: interval, clock: clock, keepsLatest: latest)
    return Self(content.throttled(by: throttle)).cancellable(id: id, cancelInFlight: latest)
  }

  /// Lets at most one action of the effects under one id through per interval.
  ///
  /// The `continuousClock` dependency in force here measures the time.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, latest: Bool
  ) -> Self {
    if isNone { return .none }
    return throttle(
      id: id, for: interval, clock: DependencyValues.current.continuousClock, latest: latest)
  }
}

extension Effect.Content {
  fileprivate func throttled(by throttle: Throttle<some Clock<Duration>>) -> Self {
    switch self {
    case .none, .cancel: return self
    case .send(let action):
      return .run(
        Effect.Run(
          work: .operation(ThrottledSend(action, throttle)),
          dependencies: Reduction.current?.overriding))
    case .run(var run):
      run.work = .operation(ThrottledOperation(run.work, throttle, depth: run.path.count))
      return .run(run)
    case .merge(let parts): return .merge(parts.map { $0.throttled(by: throttle) })
    case .concatenate(var sequence):
      sequence.parts = sequence.parts.map { $0.throttled(by: throttle) }
      return .concatenate(sequence)
    }
  }
}
