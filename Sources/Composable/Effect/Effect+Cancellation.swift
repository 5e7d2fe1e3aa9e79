extension Effect {
  /// Gives the effect an id by which it can be cancelled, from here or from above, until done.
  ///
  /// - Parameters:
  ///   - id: a value that is equal, and of the same type, only where the same effect is meant.
  ///   - cancelInFlight: whether effects that carry the id already are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    let key = EffectKey(id)
    let named = content.cancellable(key)
    guard cancelInFlight, !isNone else { return Self(named) }
    return .merge(Self(.cancel(EffectCancellation(key: key, isForRestart: true))), Self(named))
  }

  /// Cancels the effects in flight that carry an equal id of equal type, here or below.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(EffectCancellation(key: EffectKey(id))))
  }
}

extension Effect.Content {
  fileprivate func cancellable(_ key: EffectKey) -> Self {
    switch self {
    case .none, .send, .cancel: return self
    case .run(var run):
      run.slots.append(EffectSlot(key: key, depth: run.path.count))
      return .run(run)
    case .merge(let parts): return .merge(parts.map { $0.cancellable(key) })
    case .concatenate(var sequence):
      sequence.slots.append(EffectSlot(key: key, depth: sequence.path.count))
      return .concatenate(sequence)
    }
  }
}
