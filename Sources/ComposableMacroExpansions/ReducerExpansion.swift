import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Makes a struct a reducer; makes an enum of reducers one reducer of their cases.
open class ReducerExpansion: ExtensionMacro, MemberAttributeMacro, MemberMacro {
  public static func expansion(
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
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    // An enum of reducers that writes members itself is complete.
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

  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return try EnumReducer(declaration).members
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
