import Composable

extension LeafFeature.Action {
  init(_ address: ArraySlice<Slot>, _ content: Content) {
    precondition(address.isEmpty, "A leaf has no children.")
    self.init(content: content)
  }

  var carried: (content: Content, height: Int) { (content, 0) }
}

extension TreeFeature.Action {
  init(_ address: ArraySlice<Slot>, _ content: Content) {
    guard let slot = address.first else {
      self =
        switch content {
        case .command(let command): .own(command)
        case .dismiss: .sheet(.dismiss)
        }
      return
    }
    let action = Child.Action(address.dropFirst(), content)
    self =
      switch slot {
      case .left: .left(action)
      case .right: .right(action)
      case .inner: .inner(action)
      case .guest: .guest(action)
      case .row(let id): .rows(.element(id: id, action: action))
      case .shelf(let id): .shelf(.element(id: id, action: action))
      case .modeA: .modeA(action)
      case .modeB: .modeB(action)
      case .sheet: .sheet(.presented(action))
      }
  }

  var carried: (content: Content, height: Int) {
    let below: (content: Content, height: Int)
    switch self {
    case .own(let command): return (.command(command), 0)
    case .sheet(.dismiss): return (.dismiss, 0)
    case .left(let action), .right(let action), .inner(let action), .guest(let action),
      .modeA(let action), .modeB(let action), .sheet(.presented(let action)),
      .rows(.element(_, let action)), .shelf(.element(_, let action)):
      below = action.carried
    }
    return (below.content, below.height + 1)
  }
}

// What `@CasePathable` would write, were it applied to nested types of a generic one.

extension TreeFeature.Action: CasePathable {
  struct AllCasePaths: Sendable {
    typealias Action = TreeFeature.Action
    typealias ChildPath = CasePath<Action, Child.Action>
    typealias ElementPath = CasePath<Action, IdentifiedAction<Int, Child.Action>>

    var left: ChildPath {
      CasePath(
        embed: { .left($0) }, extract: { if case .left(let value) = $0 { value } else { nil } })
    }
    var right: ChildPath {
      CasePath(
        embed: { .right($0) }, extract: { if case .right(let value) = $0 { value } else { nil } })
    }
    var inner: ChildPath {
      CasePath(
        embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } })
    }
    var guest: ChildPath {
      CasePath(
        embed: { .guest($0) }, extract: { if case .guest(let value) = $0 { value } else { nil } })
    }
    var rows: ElementPath {
      CasePath(
        embed: { .rows($0) }, extract: { if case .rows(let value) = $0 { value } else { nil } })
    }
    var shelf: ElementPath {
      CasePath(
        embed: { .shelf($0) }, extract: { if case .shelf(let value) = $0 { value } else { nil } })
    }
    var modeA: ChildPath {
      CasePath(
        embed: { .modeA($0) }, extract: { if case .modeA(let value) = $0 { value } else { nil } })
    }
    var modeB: ChildPath {
      CasePath(
        embed: { .modeB($0) }, extract: { if case .modeB(let value) = $0 { value } else { nil } })
    }
    var sheet: CasePath<Action, PresentationAction<Child.Action>> {
      CasePath(
        embed: { .sheet($0) }, extract: { if case .sheet(let value) = $0 { value } else { nil } })
    }
    var whole: CasePath<Action, Action> { CasePath(embed: { $0 }, extract: { $0 }) }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension TreeMode: CasePathable {
  struct AllCasePaths: Sendable {
    var a: CasePath<TreeMode, Child.State> {
      CasePath(embed: { .a($0) }, extract: { if case .a(let value) = $0 { value } else { nil } })
    }
    var b: CasePath<TreeMode, Child.State> {
      CasePath(embed: { .b($0) }, extract: { if case .b(let value) = $0 { value } else { nil } })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
