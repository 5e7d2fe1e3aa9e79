import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes one case path per case, and the value that identifies the case.
open class CasePathableExpansion: MemberMacro, ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty, let declaration = declaration.as(EnumDeclSyntax.self)
    else { return [] }
    try declaration.modifiers.checkReach(of: declaration.name, in: context)
    return [
      try ExtensionDeclSyntax("nonisolated extension \(type.trimmed): Composable.CasePathable {}")
    ]
  }

  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(node: node, message: Complaint("@CasePathable applies to enums only."))
      ])
    }
    let cases = EnumCase.all(of: declaration)
    try checkNames(of: cases)
    let access = declaration.modifiers.access
    var paths = "\(access)nonisolated struct AllCasePaths: Swift.Sendable {\n"
    for item in cases {
      paths += item.conditional(item.path(root: declaration.name.text, access: access))
    }
    paths += "}"
    return [
      DeclSyntax(stringLiteral: paths),
      DeclSyntax(
        stringLiteral:
          "\(access)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }"),
      DeclSyntax(stringLiteral: identity(of: cases, access: access)),
    ]
  }

  /// Two cases of one name are distinguished by their labels; key paths cannot do that.
  private static func checkNames(of cases: [EnumCase]) throws {
    var names: Set<String> = []
    for item in cases where item.condition == nil && !names.insert(item.bareName).inserted {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(
          node: item.node,
          message: Complaint(
            "Rename one of the cases \"\(item.bareName)\": a case path is named by its case alone.")
        )
      ])
    }
  }

  private static func identity(of cases: [EnumCase], access: String) -> String {
    var text = "\(access)nonisolated var _caseIdentity: Composable._CaseIdentity {\n"
    if cases.isEmpty {
      text += "  switch self {}\n}"
      return text
    }
    text += "  switch self {\n"
    for item in cases {
      var line: String
      if item.values.count == 1 {
        line = "  case .\(item.name)(let value):\n"
        line += "    Composable._CaseIdentity(\"\(item.bareName)\", "
        line += "payload: Composable._payloadIdentity(value))\n"
      } else {
        line = "  case .\(item.name): Composable._CaseIdentity(\"\(item.bareName)\")\n"
      }
      text += item.conditional(line)
    }
    return text + "  }\n}"
  }
}

extension EnumCase {
  /// The case path as a property of `AllCasePaths`.
  fileprivate func path(root: String, access: String) -> String {
    let names = values.indices.map { "value\($0)" }
    let type: String
    let embed: String
    let extract: String
    let visit: String
    switch values.count {
    case 0:
      type = "Swift.Void"
      embed = "{ _ in .\(name) }"
      extract = "{ if case .\(name) = $0 { () } else { nil } }"
      visit = "{ if case .\(name) = $0 { $1(()) } }"
    case 1:
      type = values[0].type
      embed = "{ .\(name)(\(values[0].label.map { "\($0): " } ?? "")$0) }"
      extract = "{ if case .\(name)(let value0) = $0 { value0 } else { nil } }"
      visit = "{ if case .\(name)(let value0) = $0 { $1(value0) } }"
    default:
      type =
        "("
        + values.map { value in (value.label.map { "\($0): " } ?? "") + value.type }
        .joined(separator: ", ") + ")"
      let arguments = zip(values, names.indices).map { value, index in
        (value.label.map { "\($0): " } ?? "") + "$0.\(index)"
      }
      embed = "{ .\(name)(\(arguments.joined(separator: ", "))) }"
      let bound = names.map { "let \($0)" }.joined(separator: ", ")
      extract =
        "{ if case .\(name)(\(bound)) = $0 { (\(names.joined(separator: ", "))) } else { nil } }"
      visit = "{ if case .\(name)(\(bound)) = $0 { $1((\(names.joined(separator: ", ")))) } }"
    }
    return """
        \(access)var \(name): Composable.CasePath<\(root), \(type)> {
          Composable.CasePath(
            embed: \(embed),
            extract: \(extract),
            visit: \(visit)
          )
        }

      """
  }
}
