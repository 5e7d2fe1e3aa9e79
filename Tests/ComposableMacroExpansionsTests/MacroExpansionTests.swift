import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import ComposableMacroExpansions

@Suite struct MacroExpansionTests {
  /// What a source becomes, compared without regard to white space.
  struct Expansion: CustomStringConvertible {
    let description: String
    let diagnostics: [String]

    func contains(_ part: String) -> Bool {
      func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      return bare(description).contains(bare(part))
    }
  }

  func expand(_ source: String) -> Expansion {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let expanded = file.expand(
      macroSpecs: [
        "CasePathable": MacroSpec(type: CasePathableExpansion.self, conformances: ["CasePathable"]),
        "Reducer": MacroSpec(type: ReducerExpansion.self, conformances: ["Reducer"]),
        "DependencyClient": MacroSpec(type: DependencyClientExpansion.self),
      ],
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      })
    return Expansion(
      description: expanded.description, diagnostics: context.diagnostics.map(\.message))
  }

  @Test func `a case path embeds and extracts every kind of case`() {
    let text = expand(
      """
      @CasePathable public enum Action {
        case plain
        case child(Child.Action)
        case labelled(id: Int, text: String)
      }
      """
    )
    #expect(
      text.contains(
        """
        public var child: Composable.CasePath<Action, Child.Action> {
        Composable.CasePath(
        embed: { .child($0) },
        extract: { if case .child(let value0) = $0 { value0 } else { nil } },
        visit: { if case .child(let value0) = $0 { $1(value0) } }
        )
        }
        """))
    #expect(text.contains("public var plain: Composable.CasePath<Action, Swift.Void>"))
    #expect(
      text.contains("public var labelled: Composable.CasePath<Action, (id: Int, text: String)>"))
    #expect(text.contains("embed: { .labelled(id: $0.0, text: $0.1) }"))
    #expect(text.contains("nonisolated extension Action: Composable.CasePathable"))
  }

  @Test func `a reducer gets its conformance, case paths and a builder`() {
    let text = expand(
      """
      @Reducer struct Feature {
        struct State {}
        enum Action { case tapped }
        var body: some Reducer<State, Action> { EmptyReducer() }
      }
      """
    )
    #expect(text.contains("@Composable.ReducerBuilder<Self.State, Self.Action>\nvar body"))
    #expect(text.contains("var tapped: Composable.CasePath<Action, Swift.Void>"))
    #expect(text.contains("nonisolated extension Feature: Composable.Reducer"))
  }

  @Test func `an empty reducer is completed`() {
    let text = expand("@Reducer struct Feature {}")
    #expect(text.contains("struct State: Equatable, Sendable"))
    #expect(text.contains("enum Action: Equatable, Sendable"))
    #expect(text.contains("let body = Composable.EmptyReducer<State, Action>()"))
  }

  @Test func `an enum of reducers becomes one reducer of its cases`() {
    let text = expand(
      """
      @Reducer enum Destination {
        case edit(EditFeature)
        case alert(AlertState<Alert>)
      }
      """
    )
    #expect(text.contains("case edit(EditFeature.State)\ncase alert(AlertState<Alert>)"))
    #expect(text.contains("case edit(EditFeature.Action)\ncase alert(Alert)"))
    #expect(text.contains("case .alert: true"))
    #expect(text.contains("{ EditFeature() }"))
    #expect(text.contains("nonisolated extension Destination: Composable.CaseReducer"))
  }

  @Test func `endpoints left out report themselves by name`() {
    let text = expand(
      """
      @DependencyClient struct Client {
        var load: @Sendable (_ id: Int) async throws -> String
      }
      """
    )
    #expect(text.contains("Composable._reportUnimplemented(\"Client.load\")"))
    #expect(text.contains("throw Composable.UnimplementedEndpoint(\"Client.load\")"))
    #expect(text.contains("func load(id: Int) async throws -> String"))
  }

  @Test func `misuse is explained`() {
    #expect(
      expand("@CasePathable struct Point {}").diagnostics
        == ["@CasePathable applies to enums only."])
    #expect(
      expand("@DependencyClient struct C { var now: @Sendable () -> Int }").diagnostics == [
        "Give \"now\" a default closure: it cannot throw and has to return something."
      ])
  }
}
