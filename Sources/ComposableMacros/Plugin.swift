import ComposableMacroExpansions
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ComposablePlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    ObservableStateMacro.self,
    ReducerCaseMacro.self,
    ReducerMacro.self,
  ]
}

// The compiler looks for types of this module. Their work is in a library, because tests that
// depend on a plug-in are built, with everything they need, a second time for the machine that
// builds.
final class CasePathableMacro: CasePathableExpansion {}
final class DependencyClientMacro: DependencyClientExpansion {}
final class ObservableStateMacro: ObservableStateExpansion {}
final class ReducerCaseMacro: ReducerCaseExpansion {}
final class ReducerMacro: ReducerExpansion {}
