import Testing

@Suite struct CasePathableMacroTests {
  @Test func `every case gets a path and an identity`() {
    let expansion = Expansion(
      of: """
        @CasePathable
        public enum Action {
          case plain
          case child(Child.Action)
          case labelled(id: Int, _ text: String)
        }
        """)
    #expect(
      expansion.text == """
        public enum Action {
          case plain
          case child(Child.Action)
          case labelled(id: Int, _ text: String)

          public nonisolated struct AllCasePaths: Swift.Sendable {
            public var plain: Composable.CasePath<Action, Swift.Void> {
              Composable.CasePath(
                embed: { _ in
                  .plain
                },
                extract: {
                  if case .plain = $0 {
                    ()
                  } else {
                    nil
                  }
                },
                visit: {
                  if case .plain = $0 {
                    $1(())
                  }
                }
              )
            }
            public var child: Composable.CasePath<Action, Child.Action> {
              Composable.CasePath(
                embed: {
                  .child($0)
                },
                extract: {
                  if case .child(let value0) = $0 {
                    value0
                  } else {
                    nil
                  }
                },
                visit: {
                  if case .child(let value0) = $0 {
                    $1(value0)
                  }
                }
              )
            }
            public var labelled: Composable.CasePath<Action, (id: Int, String)> {
              Composable.CasePath(
                embed: {
                  .labelled(id: $0.0, $0.1)
                },
                extract: {
                  if case .labelled(let value0, let value1) = $0 {
                    (value0, value1)
                  } else {
                    nil
                  }
                },
                visit: {
                  if case .labelled(let value0, let value1) = $0 {
                    $1((value0, value1))
                  }
                }
              )
            }
          }

          public nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }

          public nonisolated var _caseIdentity: Composable._CaseIdentity {
            switch self {
            case .plain:
              Composable._CaseIdentity("plain")
            case .child(let value):
              Composable._CaseIdentity("child", payload: Composable._payloadIdentity(value))
            case .labelled:
              Composable._CaseIdentity("labelled")
            }
          }
        }

        nonisolated extension Action: Composable.CasePathable {
        }
        """)
    #expect(expansion.diagnostics == [])
  }

  @Test func `cases under a condition keep it, and Self is spelled out`() {
    let text = Expansion(
      of: """
        @CasePathable
        indirect enum Action {
          #if DEBUG
          case debug(Self)
          #elseif os(Linux)
          case linux
          #else
          case other
          #endif
        }
        """
    ).text
    #expect(text.contains("#if (DEBUG)\n      var debug: Composable.CasePath<Action, Action>"))
    #expect(text.contains("#if !(DEBUG) && (os(Linux))\n      var linux"))
    #expect(text.contains("#if !(DEBUG) && !(os(Linux))\n      var other"))
    #expect(text.contains("#if !(DEBUG) && (os(Linux))\n      case .linux:"))
  }

  @Test func `an enum without cases gets an identity with an empty switch`() {
    let text = Expansion(of: "@CasePathable enum Action {}").text
    #expect(text.contains("struct AllCasePaths: Swift.Sendable {\n"))
    #expect(text.contains("switch self {\n"))
  }

  @Test func `two cases of one name are refused`() {
    #expect(
      Expansion(of: "@CasePathable enum Action { case move(x: Int), move(y: Int) }").diagnostics
        == ["Rename one of the cases \"move\": a case path is named by its case alone."])
    #expect(
      Expansion(of: "@CasePathable struct Action {}").diagnostics
        == ["@CasePathable applies to enums only."])
  }

  @Test func `a case enum that is private to another type is refused with a way out`() {
    let expansion = Expansion(
      of: """
        struct Feature {
          @CasePathable
          private enum Action {}
        }
        """)
    #expect(
      expansion.diagnostics == [
        "Make \"Action\" fileprivate: its conformance is written outside the type that it is "
          + "private to."
      ])
    #expect(expansion.remedies.first?.source.contains("fileprivate enum Action {}") == true)
    #expect(Expansion(of: "@CasePathable private enum Action {}").diagnostics == [])
  }
}
