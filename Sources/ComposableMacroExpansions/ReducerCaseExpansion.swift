public import SwiftSyntax
public import SwiftSyntaxMacros

/// Marks a case for `@Reducer`, which reads the mark; adds nothing itself.
open class ReducerCaseExpansion: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
