import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Marks a state. Views here compare states; nothing needs to be observed.
enum ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    return [
      try ExtensionDeclSyntax(
        "nonisolated extension \(type.trimmed): Composable.ObservableState {}")
    ]
  }
}
