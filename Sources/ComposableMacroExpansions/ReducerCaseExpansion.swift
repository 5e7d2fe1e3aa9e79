public import SwiftSyntax
public import SwiftSyntaxMacros

/// Says something about a case to `@Reducer`, which reads it; adds nothing itself.
open class ReducerCaseExpansion: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
