extension Program: CustomStringConvertible {
  var description: String {
    let lines = steps.enumerated().map { "  \($0): \($1)" }
    return lines.joined(separator: "\n") + (releasesStore ? "\n  then the store is released" : "")
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    let text =
      switch kind {
      case .send(let address, .command(let command)): "send \(at(address))\(command)"
      case .send(let address, .dismiss): "send \(at(address))dismiss"
      case .open(let index): "open \(index)"
      case .cancel(let task, let cascade): "\(cascade ? "cancelCascade" : "cancel") task \(task)"
      case .awaitFinish(let task): "await task \(task)"
      case .cancelAwaiting(let index): "cancel awaiting \(index)"
      case .cancelAll: "cancelAll"
      }
    return settles ? text : text + " (and at once)"
  }
}

private func at(_ address: [Slot]) -> String {
  address.isEmpty ? "" : address.map { "\($0)" }.joined(separator: ".") + " "
}

extension Command: CustomStringConvertible {
  var description: String {
    var text = "#\(label){\(reaction)}"
    if let after { text += " after{\(after)}" }
    for reaction in above { text += " above{\(reaction)}" }
    return text
  }
}

extension Reaction: CustomStringConvertible {
  var description: String {
    var parts = edits.map { "\($0)" }
    if case .none = plan {} else { parts.append("\(plan)") }
    return parts.joined(separator: "; ")
  }
}

extension Plan: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: "none"
    case .send(let address, let command): "send \(at(address))\(command)"
    case .run(let run): "\(run)"
    case .cancel(let name): "cancel \(name)"
    case .merge(let parts): "merge\(parts)"
    case .concatenate(let parts): "concatenate\(parts)"
    case .cancellable(let plan, let name, let inFlight):
      "\(plan)[\(name)\(inFlight ? ", in flight" : "")]"
    case .mapped(let plan): "mapped(\(plan))"
    }
  }
}

extension Run: CustomStringConvertible {
  var description: String { "run \(label)\(acts)" }
}

extension Act: CustomStringConvertible {
  var description: String {
    switch self {
    case .send(let address, let command): "send \(at(address))\(command)"
    case .wait(let label, let mode): "wait \(label) \(mode)"
    case .cancel(let name): "Task.cancel \(name)"
    case .nested(let label, let name, let inFlight, let acts, let catches):
      "nested \(label) \(name)\(inFlight ? " in flight" : "")\(acts)\(catches ? " caught" : "")"
    case .dismiss: "dismiss()"
    case .fail: "throw"
    }
  }
}

extension Trace.Event: CustomStringConvertible {
  var description: String {
    switch self {
    case .reduced(let label, let height, let level):
      "#\(label)" + (height > 0 ? "^\(height)" : "") + (level > 0 ? "@\(level)" : "")
    case .reducedAfter(let label, let level): "#\(label) after" + (level > 0 ? "@\(level)" : "")
    case .dismissed(let level): "dismissed" + (level > 0 ? "@\(level)" : "")
    case .started(let run, let level): "run \(run)" + (level > 0 ? "@\(level)" : "")
    case .woke(let wait, let isCancelled): "wait \(wait) \(isCancelled ? "cancelled" : "over")"
    case .ended(let run): "end \(run)"
    case .observerTold: "told"
    }
  }
}

extension Trace.Moment: CustomStringConvertible {
  var description: String {
    var text = "\(events) issues \(issues.map(\.rawValue)), awaited \(awaited), "
    text += "in flight \(effectsInFlight), finished \(finishedTasks), hanging \(hanging)"
    if let state { text += ", state \(state)" }
    return text
  }
}
