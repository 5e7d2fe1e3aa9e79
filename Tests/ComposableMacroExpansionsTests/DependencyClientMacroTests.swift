import Testing

@Suite struct DependencyClientMacroTests {
  @Test func `a client gets an initialiser that names what was left out, and labelled methods`() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        public struct Client: Sendable {
          public var load: @Sendable (_ id: Int, _ force: Bool) async throws -> String
          public var list: @Sendable (Int) -> [Int] = { [$0] }
          public var touch: @Sendable (Int) async -> Void
        }
        """)
    #expect(
      expansion.text == """
        public struct Client: Sendable {
          public var load: @Sendable (_ id: Int, _ force: Bool) async throws -> String
          public var list: @Sendable (Int) -> [Int] = { [$0] }
          public var touch: @Sendable (Int) async -> Void

          public nonisolated init(
            load: @escaping @Sendable (_ id: Int, _ force: Bool) async throws -> String = { _, _ in
                Composable._reportUnimplemented("Client.load")
                throw Composable.UnimplementedEndpoint("Client.load")
              },
            list: @escaping @Sendable (Int) -> [Int] = { argument0 in
                Composable._reportUnimplemented("Client.list")
                let fallback: @Sendable (Int) -> [Int] = {
                  [$0]
                }
                return fallback(argument0)
              },
            touch: @escaping @Sendable (Int) async -> Void = { _ in
                Composable._reportUnimplemented("Client.touch")
              }
          ) {
            self.load = load
            self.list = list
            self.touch = touch
          }

          public nonisolated func load(id: Int, force: Bool) async throws -> String {
            try await self.load(id, force)
          }
        }
        """)
    #expect(expansion.diagnostics == [])
  }

  @Test func `stored values are parameters, computed and constant ones are not`() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          var limit: Int = 3, name: String?
          var watched: Int { didSet {} }
          let version = 1
          static let shared = 1
          var double: Int { limit * 2 }
        }
        """)
    #expect(
      expansion.text.contains(
        """
          nonisolated init(
            limit: Int = 3,
            name: String? = nil,
            watched: Int
          ) {
            self.limit = limit
            self.name = name
            self.watched = watched
          }
        """))
  }

  @Test func `an endpoint that could not go on needs a default, which is offered`() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          var now: @Sendable (Int) async -> Date
        }
        """)
    #expect(
      expansion.diagnostics == [
        "Give \"now\" a default closure: it cannot throw and has to return something."
      ])
    #expect(
      expansion.remedies == [
        .init(
          title: "Add a default closure",
          source: """
            @DependencyClient
            struct Client {
              var now: @Sendable (Int) async -> Date = { _ in <#Date#> }
            }
            """),
        .init(
          title: "Let it throw",
          source: """
            @DependencyClient
            struct Client {
              var now: @Sendable (Int) async throws -> Date
            }
            """),
      ])
  }

  @Test func `an endpoint with an error type of its own needs a default as well`() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          var load: @Sendable () throws(Failure) -> Int
          var save: @Sendable () throws(any Error) -> Int
        }
        """)
    #expect(
      expansion.diagnostics == [
        "Give \"load\" a default closure: it cannot throw the library's error."
      ])
    #expect(expansion.remedies.map(\.title) == ["Add a default closure"])
  }

  @Test func `every misuse is named at once`() {
    let expansion = Expansion(
      of: """
        @DependencyClient
        struct Client {
          var limit = 3
          var now: @Sendable () -> Int
        }
        """)
    #expect(
      expansion.diagnostics == [
        "A dependency client's properties need a type.",
        "Give \"now\" a default closure: it cannot throw and has to return something.",
      ])
    #expect(
      Expansion(of: "@DependencyClient class Client {}").diagnostics
        == ["@DependencyClient applies to structs only."])
  }
}
