import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Marks a state. Views here compare states; nothing needs to be observed.
open class ObservableStateExpansion: ExtensionMacro {
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      throw DiagnosticsError(diagnostics: [
        Diagnostic(
          node: node,
          message: Complaint(
            "@ObservableState applies to structs and enums only: a state is a value."))
      ])
    }
    guard !protocols.isEmpty else { return [] }
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name
    try name.map { try declaration.modifiers.checkReach(of: $0, in: context) }
    return [
      try ExtensionDeclSyntax(
        "nonisolated extension \(type.trimmed): Composable.ObservableState {}")
    ]
  }
}
