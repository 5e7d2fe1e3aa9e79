import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension DeclModifierListSyntax {
  /// Refuses a member that is private to another type: an extension, which is outside, cannot name
  /// it.
  func checkReach(of name: TokenSyntax, in context: some MacroExpansionContext) throws {
    guard !context.lexicalContext.isEmpty,
      let modifier = first(where: { $0.name.tokenKind == .keyword(.private) })
    else { return }
    throw DiagnosticsError(diagnostics: [
      Diagnostic(
        node: modifier,
        message: Complaint(
          "Make \"\(name.text)\" fileprivate: its conformance is written outside the type that "
            + "it is private to."),
        fixIts: [
          .replacing(modifier.name, by: TokenSyntax.keyword(.fileprivate), "Make it fileprivate")
        ])
    ])
  }
}
