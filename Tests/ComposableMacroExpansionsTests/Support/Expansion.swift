import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import ComposableMacroExpansions

/// What the compiler makes of a source with this library's macros in it.
struct Expansion {
  let text: String
  let diagnostics: [String]
  let remedies: [Remedied]

  /// A fix-it that was offered, and the source after it.
  struct Remedied: Equatable {
    let title: String
    let source: String
  }

  init(of source: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let expanded = file.expand(
      macroSpecs: [
        "CasePathable": MacroSpec(type: CasePathableExpansion.self, conformances: ["CasePathable"]),
        "DependencyClient": MacroSpec(type: DependencyClientExpansion.self),
        "ObservableState": MacroSpec(
          type: ObservableStateExpansion.self, conformances: ["ObservableState"]),
        "Reducer": MacroSpec(type: ReducerExpansion.self, conformances: ["Reducer"]),
      ],
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    text = String(expanded.description.drop { $0 == "\n" })
    diagnostics = context.diagnostics.map(\.message)
    remedies = Self.remedies(for: context.diagnostics, in: source, context)
  }

  private static func remedies(
    for diagnostics: [Diagnostic], in source: String, _ context: BasicMacroExpansionContext
  ) -> [Remedied] {
    diagnostics.flatMap(\.fixIts).map { fixIt in
      var bytes = Array(source.utf8)
      for change in fixIt.changes {
        guard case .replace(let old, let new) = change,
          let start = context.location(of: old, at: .beforeLeadingTrivia, filePathMode: .fileID),
          let line = Int(start.line.trimmedDescription),
          let column = Int(start.column.trimmedDescription)
        else { continue }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let before = lines.prefix(line - 1).reduce(0) { $0 + $1.utf8.count + 1 }
        let offset = before + column - 1
        bytes.replaceSubrange(
          offset..<offset + old.totalLength.utf8Length, with: Array(new.description.utf8))
      }
      return Remedied(
        title: fixIt.message.message, source: String(decoding: bytes, as: UTF8.self))
    }
  }
}
