extension Effect {
  /// Runs the effects together; done when all of them are.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Runs the effects together; done when all of them are.
  public static func merge(_ effects: some Swift.Sequence<Self>) -> Self {
    var parts: [Content] = []
    for effect in effects {
      switch effect.content {
      case .none: break
      case .merge(let inner): parts.append(contentsOf: inner)
      default: parts.append(effect.content)
      }
    }
    switch parts.count {
    case 0: return .none
    case 1: return Self(parts[0])
    default: return Self(.merge(parts))
    }
  }

  /// Runs the effects one after another; the next starts when the previous is done or cancelled.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Runs the effects one after another; the next starts when the previous is done or cancelled.
  public static func concatenate(_ effects: some Swift.Sequence<Self>) -> Self {
    let parts = effects.map { $0.content }.filter {
      if case .none = $0 { false } else { true }
    }
    switch parts.count {
    case 0: return .none
    case 1: return Self(parts[0])
    default: return Self(.concatenate(Sequence(parts: parts)))
    }
  }

  /// Both effects together.
  public func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return .merge(self, other)
  }

  /// This effect, then `other`.
  public func concatenate(with other: Self) -> Self {
    .concatenate(self, other)
  }

  /// The same work, sending other actions. Order, dependencies and cancellation ids stay.
  public func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    Effect<NewAction>(content.lifted(through: transform, to: nil))
  }

  /// A child's effect as its parent's: actions embedded, one step added to the path.
  @usableFromInline
  package func lifted<Parent>(
    through embed: @escaping @Sendable (Action) -> Parent, to key: PathKey
  ) -> Effect<Parent> {
    Effect<Parent>(content.lifted(through: embed, to: key))
  }

  /// The same effect one step further down, without changing its actions.
  package func located(at key: PathKey) -> Self {
    Self(content.located(at: key))
  }
}

extension Effect.Content {
  fileprivate func lifted<Parent: Sendable>(
    through embed: @escaping @Sendable (Action) -> Parent, to key: PathKey?
  ) -> Effect<Parent>.Content {
    switch self {
    case .none: return .none
    case .send(let action): return .send(embed(action))
    case .run(let run): return .run(run.lifted(through: embed, to: key))
    case .cancel(var cancellation):
      if let key { cancellation.path.append(key) }
      return .cancel(cancellation)
    case .merge(let parts):
      return .merge(parts.map { $0.lifted(through: embed, to: key) })
    case .concatenate(let sequence):
      let parts = sequence.parts.map { $0.lifted(through: embed, to: key) }
      var lifted = Effect<Parent>.Sequence(
        parts: parts, path: sequence.path, slots: sequence.slots)
      if let key { lifted.path.append(key) }
      return .concatenate(lifted)
    }
  }

  fileprivate func located(at key: PathKey) -> Self {
    switch self {
    case .none, .send: return self
    case .run(var run):
      run.path.append(key)
      return .run(run)
    case .cancel(var cancellation):
      cancellation.path.append(key)
      return .cancel(cancellation)
    case .merge(let parts): return .merge(parts.map { $0.located(at: key) })
    case .concatenate(var sequence):
      sequence.path.append(key)
      sequence.parts = sequence.parts.map { $0.located(at: key) }
      return .concatenate(sequence)
    }
  }

  /// The same content whose runs dismiss by `action`, unless one nearer to them is known.
  func dismissed(by action: @escaping @Sendable () -> Action) -> Self {
    switch self {
    case .none, .send, .cancel: return self
    case .run(var run):
      if run.dismiss == nil { run.dismiss = action }
      return .run(run)
    case .merge(let parts): return .merge(parts.map { $0.dismissed(by: action) })
    case .concatenate(var sequence):
      sequence.parts = sequence.parts.map { $0.dismissed(by: action) }
      return .concatenate(sequence)
    }
  }
}

extension Effect.Run {
  fileprivate func lifted<Parent: Sendable>(
    through embed: @escaping @Sendable (Action) -> Parent, to key: PathKey?
  ) -> Effect<Parent>.Run {
    var lifted = Effect<Parent>.Run(
      work: work.lifted(through: embed),
      name: name, priority: priority, path: path, slots: slots, dependencies: dependencies,
      site: site)
    if let key { lifted.path.append(key) }
    if let dismiss { lifted.dismiss = { embed(dismiss()) } }
    return lifted
  }
}
