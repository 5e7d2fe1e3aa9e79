extension Program {
  /// The smallest program found that still fails, by leaving out one thing after another.
  func shrunk(limit: Int = 3_000, while fails: (Program) -> Bool) -> Program {
    var smallest = self
    var attempts = 0
    search: while attempts < limit {
      for candidate in smallest.simpler {
        attempts += 1
        if fails(candidate) {
          smallest = candidate
          continue search
        }
        if attempts >= limit { break }
      }
      break
    }
    return smallest
  }

  private var simpler: [Program] {
    var found = without(steps).map { Program(steps: $0, releasesStore: releasesStore) }
    if releasesStore { found.append(Program(steps: steps)) }
    found += each(steps) { step in
      var found: [Step] = []
      if !step.settles { found.append(Step(kind: step.kind)) }
      if case .send(let address, .command(let command)) = step.kind {
        found += command.simpler.map {
          Step(kind: .send(address, .command($0)), settles: step.settles)
        }
      }
      return found
    }.map { Program(steps: $0, releasesStore: releasesStore) }
    return found
  }
}

/// The list without one of its elements.
private func without<Element>(_ list: [Element]) -> [[Element]] {
  list.indices.reversed().map { index in
    var copy = list
    copy.remove(at: index)
    return copy
  }
}

/// The list with one of its elements made simpler.
private func each<Element>(
  _ list: [Element], _ simpler: (Element) -> [Element]
) -> [[Element]] {
  list.indices.flatMap { index in
    simpler(list[index]).map { element in
      var copy = list
      copy[index] = element
      return copy
    }
  }
}

extension Command {
  fileprivate var simpler: [Command] {
    var found = reaction.plan.sent
    if after != nil { found.append(Command(label: label, reaction: reaction, above: above)) }
    if !above.isEmpty {
      found.append(
        Command(
          label: label, reaction: reaction, after: after, above: above.dropLast()))
    }
    found += reaction.simpler.map {
      Command(label: label, reaction: $0, after: after, above: above)
    }
    if let after {
      found += after.simpler.map {
        Command(label: label, reaction: reaction, after: $0, above: above)
      }
    }
    found += each(above, \.simpler).map {
      Command(label: label, reaction: reaction, after: after, above: $0)
    }
    return found
  }
}

extension Reaction {
  fileprivate var simpler: [Reaction] {
    var found = without(edits).map { Reaction(edits: $0, plan: plan) }
    found += each(edits) { edit in
      guard case .resend(let address, let command) = edit else { return [] }
      return command.simpler.map { .resend(address, $0) }
    }.map { Reaction(edits: $0, plan: plan) }
    return found + plan.simpler.map { Reaction(edits: edits, plan: $0) }
  }
}

extension Plan {
  /// Commands sent to the very feature, which may stand in for the one that sends them.
  fileprivate var sent: [Command] {
    switch self {
    case .send([], let command): [command]
    case .merge(let parts), .concatenate(let parts): parts.flatMap(\.sent)
    case .cancellable(let plan, _, _), .mapped(let plan): plan.sent
    case .run(let run):
      run.acts.compactMap { if case .send([], let command) = $0 { command } else { nil } }
    case .none, .send, .cancel: []
    }
  }

  fileprivate var simpler: [Plan] {
    switch self {
    case .none: []
    case .send(let address, let command): [.none] + command.simpler.map { .send(address, $0) }
    case .run(let run): [.none] + run.acts.simpler.map { .run(Run(label: run.label, acts: $0)) }
    case .cancel: [.none]
    case .merge(let parts):
      [.none] + parts + without(parts).map { .merge($0) }
        + each(parts, \.simpler).map { .merge($0) }
    case .concatenate(let parts):
      [.none] + parts + without(parts).map { .concatenate($0) }
        + each(parts, \.simpler).map { .concatenate($0) }
    case .cancellable(let plan, let name, let inFlight):
      [.none, plan] + (inFlight ? [.cancellable(plan, name, inFlight: false)] : [])
        + plan.simpler.map { .cancellable($0, name, inFlight: inFlight) }
    case .mapped(let plan): [.none, plan]
    }
  }
}

extension [Act] {
  fileprivate var simpler: [[Act]] { without(self) + each(self, \.simpler) }
}

extension Act {
  fileprivate var simpler: [Act] {
    switch self {
    case .send(let address, let command): command.simpler.map { .send(address, $0) }
    case .nested(let label, let name, let inFlight, let acts, let catches):
      acts.simpler.map { .nested(label: label, name, inFlight: inFlight, $0, catches: catches) }
    case .wait, .cancel, .dismiss, .fail: []
    }
  }
}
