import Composable
import CustomDump

extension TestStore {
  func list(_ actions: [Action]) -> String {
    actions.map { "• \(describe($0))" }.joined(separator: "\n")
  }

  /// The effects in flight, one a line.
  func listEffects() -> String { list(effectInspections) }

  /// One effect a line: the action that started it, its ids, and the sleep it waits for.
  func list(_ effects: [EffectInspection]) -> String {
    effects.map { effect in
      let owner = log.action(startingEffect: effect.startNumber).map { summary(of: $0) }
      var line = "• the effect of \(owner ?? "an earlier action")"
      if let name = effect.name { line += " named \"\(name)\"" }
      if !effect.ids.isEmpty { line += " with id \(effect.ids.joined(separator: ", "))" }
      return line + ": " + occupation(of: effect)
    }.joined(separator: "\n")
  }

  private func occupation(of effect: EffectInspection) -> String {
    if effect.isCancelled { return "cancelled, but not ended" }
    if let wake = executor.nextWake(of: effect.number) {
      return "asleep on a test clock until \(wake.offset)"
    }
    return "waits for something outside the store's executor, or for an answer that did not come"
  }

  func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

/// Everything in a value, as readable as CustomDump makes it.
func describe(_ value: Any) -> String {
  var text = ""
  customDump(value, to: &text)
  return text
}

/// A value on one line, for the middle of a sentence.
func summary(of value: Any) -> String {
  let lines = describe(value).split(separator: "\n", omittingEmptySubsequences: false)
  guard lines.count > 1, let first = lines.first, let last = lines.last
  else { return describe(value) }
  return "\(first)…\(last.drop { $0 == " " })"
}

/// The actions in a case. Key paths know their names only where the linker kept them.
func phrase<Action, Value>(
  for path: CasePath<Action, Value>, _ keyPath: CaseKeyPath<Action, Value>
) -> String {
  if let path = path as? CasePath<Action, Void> { return summary(of: path.embed(())) }
  let name = String(describing: keyPath).drop { $0 != "." }
  return name.contains("<computed")
    ? "an action in a case with \(Value.self)"
    : "an action in case \\\(name.replacing("AllCasePaths.", with: ""))"
}
