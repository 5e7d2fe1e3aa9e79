/// An action's name for logs and metrics: the names of its cases, without their values.
///
/// Continues into a case's value only if that is an action itself: a type named `Action`, or one of
/// the library's that contain one. Other enums may be a person's choices, and are left out.
func actionName(of action: Any) -> String {
  var names: [String] = []
  var next: Any? = action
  while let current = next {
    let mirror = Mirror(reflecting: current)
    guard mirror.displayStyle == .enum else { break }
    guard let (label, value) = mirror.children.first else {
      // Without a value the text is the case's name, or a constant that its author gave it.
      names.append(String(describing: current))
      break
    }
    if let label { names.append(label) }
    next = carriedAction(in: value)
  }
  return names.isEmpty ? typeName(of: action) : names.joined(separator: ".")
}

private func carriedAction(in value: Any) -> Any? {
  if isAction(value) { return value }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .tuple else { return nil }
  return mirror.children.lazy.map(\.value).first(where: isAction)
}

private func isAction(_ value: Any) -> Bool {
  ["Action", "IdentifiedAction", "PresentationAction", "StackAction"].contains(typeName(of: value))
}

/// Without the module, the enclosing types and the generic arguments.
private func typeName(of value: Any) -> String {
  let name = String(describing: type(of: value))
  return String(name.prefix { $0 != "<" })
}
