import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes a client's initialiser, in which endpoints left out report themselves by name, and a
/// method with argument labels for every endpoint that names its arguments.
open class DependencyClientExpansion: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(node: node, message: Complaint("@DependencyClient applies to structs only."))
      ])
    }
    let client = declaration.name.text
    let access = declaration.modifiers.access
    let found = ClientProperty.all(of: declaration)
    let diagnostics = found.diagnostics + found.properties.compactMap(\.missingDefault)
    if !diagnostics.isEmpty { throw DiagnosticsError(diagnostics: diagnostics) }

    let parameters = found.properties.map { $0.parameter(of: client) }
    let assignments = found.properties.map { "  self.\($0.name) = \($0.name)" }
    var initializer = "\(access)nonisolated init("
    if !parameters.isEmpty { initializer += "\n  \(parameters.joined(separator: ",\n  "))\n" }
    initializer += ") {\n" + assignments.joined(separator: "\n") + "\n}"
    return [DeclSyntax(stringLiteral: initializer)]
      + found.properties.compactMap { $0.method(access: access) }
      .map { DeclSyntax(stringLiteral: $0) }
  }
}

extension FixIt {
  /// Replaces one piece of source, keeping the white space around it.
  static func replacing<Old: SyntaxProtocol, New: SyntaxProtocol>(
    _ old: Old, by new: New, _ title: String
  ) -> FixIt {
    var new = new
    new.leadingTrivia = old.leadingTrivia
    new.trailingTrivia = old.trailingTrivia
    return FixIt(
      message: Remedy(title), changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
