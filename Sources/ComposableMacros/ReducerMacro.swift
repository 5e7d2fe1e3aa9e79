import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes a struct a reducer; makes an enum of reducers one reducer of their cases.
enum ReducerMacro: ExtensionMacro, MemberAttributeMacro, MemberMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    let names =
      declaration.is(EnumDeclSyntax.self)
      ? "Composable.CaseReducer, Composable.Reducer" : "Composable.Reducer"
    return [
      try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): \(raw: names) {}")
    ]
  }

  /// Case paths for the feature's own enums, a builder for its body.
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    // What an enum of reducers writes itself is complete.
    guard declaration.is(StructDeclSyntax.self) else { return [] }
    if let member = member.as(EnumDeclSyntax.self),
      ["Action", "State"].contains(member.name.text),
      !member.attributes.contains(named: "CasePathable")
    {
      return ["@CasePathable"]
    }
    if let property = member.as(VariableDeclSyntax.self),
      property.bindings.first?.pattern.trimmedDescription == "body",
      property.attributes.isEmpty
    {
      return ["@Composable.ReducerBuilder<Self.State, Self.Action>"]
    }
    return []
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return EnumReducer(declaration).members
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(node: node, message: Complaint("@Reducer applies to structs and enums only."))
      ])
    }
    return missingMembers(of: declaration)
  }

  private static func missingMembers(of declaration: StructDeclSyntax) -> [DeclSyntax] {
    let access = declaration.modifiers.access
    let members = declaration.memberBlock.members.map(\.decl)
    var added: [DeclSyntax] = []
    func hasType(_ name: String) -> Bool {
      members.contains { member in
        member.as(StructDeclSyntax.self)?.name.text == name
          || member.as(EnumDeclSyntax.self)?.name.text == name
          || member.as(TypeAliasDeclSyntax.self)?.name.text == name
          || member.as(ClassDeclSyntax.self)?.name.text == name
      }
    }
    let hasLogic = members.contains { member in
      member.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription == "body"
        || member.as(FunctionDeclSyntax.self)?.name.text == "reduce"
    }
    if !hasType("State") {
      added.append("\(raw: access)struct State: Equatable, Sendable {\(raw: access)init() {}}")
    }
    if !hasType("Action") {
      added.append("@CasePathable \(raw: access)enum Action: Equatable, Sendable {}")
    }
    if !hasLogic {
      added.append("\(raw: access)let body = Composable.EmptyReducer<State, Action>()")
    }
    return added
  }
}

/// An enum whose cases name child reducers, as in `case edit(EditFeature)`.
///
/// A case of `AlertState` or `ConfirmationDialogState` is state without logic; its actions are
/// those of its buttons. Any other state without logic is written by hand.
private struct EnumReducer {
  let name: String
  let access: String
  let cases: [EnumCase]

  init(_ declaration: EnumDeclSyntax) {
    name = declaration.name.text
    access = declaration.modifiers.access
    cases = EnumCase.all(of: declaration)
  }

  var members: [DeclSyntax] {
    [
      DeclSyntax(
        stringLiteral: enumeration("State", "CasePathable @dynamicMemberLookup") { $0.state })
    ] + [
      DeclSyntax(stringLiteral: enumeration("Action", "CasePathable") { $0.action }),
      DeclSyntax(
        stringLiteral: "\(access)typealias Body = Composable._CaseReducerBody<\(name)>"),
      DeclSyntax(stringLiteral: body),
    ]
  }

  private func enumeration(
    _ name: String, _ attributes: String, _ type: (EnumCase) -> String?
  ) -> String {
    var text = "@\(attributes)\n\(access)enum \(name): Swift.Sendable"
    if name == "State" { text += ", Composable.CaseReducerState" }
    text += " {\n"
    for item in cases {
      text += "  case \(item.name)"
      if let type = type(item) { text += "(\(type))" }
      text += "\n"
    }
    if name == "State" {
      let ephemeral = cases.filter(\.isEphemeral)
      text += "  \(access)typealias StateReducer = \(self.name)\n"
      text += "  \(access)var _isEphemeral: Bool {\n"
      if ephemeral.isEmpty {
        text += "    false\n"
      } else {
        text += "    switch self {\n"
        text += "    case \(ephemeral.map { ".\($0.name)" }.joined(separator: ", ")): true\n"
        if ephemeral.count < cases.count { text += "    default: false\n" }
        text += "    }\n"
      }
      text += "  }\n"
    }
    return text + "}"
  }

  private var body: String {
    let withLogic = cases.filter { !$0.isEphemeral && !$0.values.isEmpty }
    var text = "@Composable.ReducerBuilder<Self.State, Self.Action>\n"
    text += "\(access)static var body: some Composable.Reducer<Self.State, Self.Action> {\n"
    if withLogic.isEmpty {
      text += "  Composable.EmptyReducer<Self.State, Self.Action>()\n"
    }
    for item in withLogic {
      text += "  Composable.Scope(state: \\Self.State.AllCasePaths.\(item.name), "
      text += "action: \\Self.Action.AllCasePaths.\(item.name)) { \(item.values[0].type)() }\n"
    }
    return text + "}"
  }
}

extension EnumCase {
  fileprivate var isEphemeral: Bool {
    guard let type = values.first?.type else { return false }
    return ["AlertState<", "ConfirmationDialogState<"].contains { type.contains($0) }
  }
  fileprivate var state: String? {
    values.first.map { isEphemeral ? $0.type : "\($0.type).State" }
  }
  fileprivate var action: String? {
    guard let type = values.first?.type else { return "Swift.Never" }
    guard isEphemeral else { return "\(type).Action" }
    guard let open = type.firstIndex(of: "<") else { return nil }
    return String(type[type.index(after: open)...].dropLast())
  }
}
