import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Reducer` adds to an enum whose cases name child reducers, as in `case
/// edit(EditFeature)`.
///
/// A case may also carry state without logic: an `AlertState` or `ConfirmationDialogState`, whose
/// actions are those of its buttons, or, marked `@ReducerCaseIgnored`, any values.
struct EnumReducer {
  private let name: String
  private let access: String
  private let cases: [ReducerCase]

  init(_ declaration: EnumDeclSyntax) throws {
    name = declaration.name.text
    access = declaration.modifiers.access
    let enums = declaration.memberBlock.members.compactMap { member in
      member.decl.as(EnumDeclSyntax.self)
    }
    let nested = enums.filter { $0.attributes.contains(named: "Reducer") }.map(\.name.text)
    cases = try EnumCase.all(of: declaration).map { try ReducerCase($0, nested: nested) }
  }

  var members: [DeclSyntax] {
    [state, action, "\(access)typealias Body = Composable._CaseReducerBody<\(name)>", body]
      .map { DeclSyntax(stringLiteral: $0) }
  }

  private var state: String {
    var text = "@CasePathable @dynamicMemberLookup\n"
    text += "\(access)enum State: Swift.Sendable, Composable.CaseReducerState {\n"
    for item in cases { text += item.base.conditional("  case \(item.base.name)\(item.state)\n") }
    text += "  \(access)typealias StateReducer = \(name)\n"
    text += "  \(access)var _isEphemeral: Bool {\n"
    let ephemeral = cases.filter(\.isEphemeral)
    if ephemeral.isEmpty {
      text += "    false\n"
    } else {
      text += "    switch self {\n"
      for item in ephemeral {
        text += item.base.conditional("    case .\(item.base.name): true\n")
      }
      if ephemeral.count < cases.count { text += "    default: false\n" }
      text += "    }\n"
    }
    return text + "  }\n}"
  }

  private var action: String {
    var text = "@CasePathable\n\(access)enum Action: Swift.Sendable {\n"
    for item in cases {
      text += item.base.conditional("  case \(item.base.name)(\(item.action))\n")
    }
    return text + "}"
  }

  private var body: String {
    var text = "@Composable.ReducerBuilder<Self.State, Self.Action>\n"
    text += "\(access)static var body: some Composable.Reducer<Self.State, Self.Action> {\n"
    let withLogic = cases.compactMap { item in item.reducer.map { (item.base, $0) } }
    if withLogic.isEmpty {
      text += "  Composable.EmptyReducer<Self.State, Self.Action>()\n"
    }
    for (base, reducer) in withLogic {
      text += base.conditional(
        "  Composable.Scope(state: \\Self.State.AllCasePaths.\(base.name), "
          + "action: \\Self.Action.AllCasePaths.\(base.name)) { \(reducer) }\n")
    }
    return text + "}"
  }
}

/// The meaning of one case.
private struct ReducerCase {
  let base: EnumCase
  /// Associated values with their parentheses, if there are any.
  let state: String
  let action: String
  let isEphemeral: Bool
  /// Makes the child; nil where there is no logic.
  let reducer: String?

  init(_ base: EnumCase, nested: [String]) throws {
    self.base = base
    let values = base.values.map { ($0.label.map { "\($0): " } ?? "") + $0.type }
    let asWritten = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
    guard let value = base.values.first, !base.attributes.contains(named: "ReducerCaseIgnored")
    else {
      (state, action, isEphemeral, reducer) = (asWritten, "Swift.Never", false, nil)
      return
    }
    guard base.values.count == 1 else {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(
          node: base.node,
          message: Complaint(
            "\"\(base.bareName)\" carries several values: name one reducer, or mark the case "
              + "@ReducerCaseIgnored."))
      ])
    }
    if let buttons = value.buttonAction {
      (state, action, isEphemeral, reducer) = (asWritten, buttons, true, nil)
      return
    }
    state = "(\(value.type).State)"
    action = "\(value.type).Action"
    isEphemeral = base.attributes.contains(named: "ReducerCaseEphemeral")
    reducer =
      nested.contains(value.type)
      ? "\(value.type).body" : value.fallback ?? "\(value.type)()"
  }
}

extension EnumCase.Value {
  /// The action of an alert's or a dialog's buttons; nil for every other type.
  fileprivate var buttonAction: String? {
    guard let open = type.firstIndex(of: "<"), type.hasSuffix(">") else { return nil }
    let generic = type[..<open].split(separator: ".").last
    guard generic == "AlertState" || generic == "ConfirmationDialogState" else { return nil }
    return String(type[type.index(after: open)...].dropLast())
  }
}
