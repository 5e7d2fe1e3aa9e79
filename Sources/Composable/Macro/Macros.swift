/// Makes a type a ``Reducer``, and its `Action` and enum `State` ``CasePathable``.
///
/// On an enum whose cases name reducers it writes `State`, `Action` and `body` as well.
@attached(memberAttribute)
@attached(member, names: named(State), named(Action), named(Body), named(body), named(init))
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer() = #externalMacro(module: "ComposableMacros", type: "ReducerMacro")

/// Marks a case of an enum of reducers that carries values without logic, and has no actions.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableMacros", type: "ReducerCaseMacro")

/// Marks a case of an enum of reducers whose child is gone after any of its actions, like an alert.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableMacros", type: "ReducerCaseMacro")

/// Writes case paths for an enum's cases and the ``CasePathable`` conformance.
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(_caseIdentity))
@attached(extension, conformances: CasePathable)
public macro CasePathable() =
  #externalMacro(module: "ComposableMacros", type: "CasePathableMacro")

/// Marks a feature's state. Stores compare state here; Apple platforms observe it.
@attached(extension, conformances: ObservableState)
public macro ObservableState() =
  #externalMacro(module: "ComposableMacros", type: "ObservableStateMacro")

/// A feature's state.
public protocol ObservableState {}

/// Writes an initialiser for a struct of endpoint closures, in which every endpoint that is left
/// out reports an issue that names it.
///
/// Endpoints are `@Sendable` closure properties. One whose closure type names its arguments can be
/// called like a method with these labels. One that neither throws nor returns nothing needs
/// a default closure, because it has to return something after the report.
@attached(member, names: named(init), arbitrary)
public macro DependencyClient() =
  #externalMacro(module: "ComposableMacros", type: "DependencyClientMacro")
