import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

private enum AccountKey: TestDependencyKey {
  static let testValue = "nobody"
}
private enum GreetingKey: TestDependencyKey {
  static let testValue = "silence"
}
private enum SpareKey: TestDependencyKey {
  static let testValue: String? = "spare"
}
extension DependencyValues {
  fileprivate var account: String {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
  fileprivate var spare: String? {
    get { self[SpareKey.self] }
    set { self[SpareKey.self] = newValue }
  }
}

/// Says its greeting in the reducer, in an effect, and under an override.
@Reducer
private struct Greeter {
  struct State: Equatable, Sendable { var said: [String] = [] }
  enum Action: Equatable, Sendable { case greet, said(String) }
  @Dependency(\.greeting) var greeting

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .greet:
        state.said.append(greeting)
        return .run { send in
          let overridden = withDependencies {
            $0.account = "the effect"
          } operation: {
            greeting
          }
          await send(.said("\(greeting), \(overridden)"))
        }
      case .said(let text):
        state.said.append(text)
        return .none
      }
    }
  }
}

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1)))
struct DerivedDependencyTests {
  private func derive(_ values: inout DependencyValues) {
    values.derive(GreetingKey.self) { "hello \($0.account)" }
  }

  @Test func `a derived value follows what it is made from`() {
    withDependencies(derive) {
      #expect(DependencyValues.current.greeting == "hello nobody")
      withDependencies {
        $0.account = "Mara"
      } operation: {
        #expect(DependencyValues.current.greeting == "hello Mara")
      }
      #expect(DependencyValues.current.greeting == "hello nobody")
    }
    #expect(DependencyValues.current.greeting == "silence")
  }

  @Test func `the later of a value and a derivation is in force`() {
    var values = DependencyValues()
    values.greeting = "good day"
    derive(&values)
    #expect(values.greeting == "hello nobody")
    values.greeting = "good night"
    #expect(values.greeting == "good night")
  }

  @Test func `stores of one blueprint derive from what each of them has`() async {
    let blueprint = StoreBlueprint {
      Greeter()
    } withDependencies: {
      derive(&$0)
    }
    let stores = ["Mara", "Theo"].map { name in
      blueprint.makeStore(initialState: .init()) { $0.account = name }
    }
    for store in stores { await store.send(.greet).finish() }
    #expect(stores[0].state.said == ["hello Mara", "hello Mara, hello the effect"])
    #expect(stores[1].state.said == ["hello Theo", "hello Theo, hello the effect"])
  }

  @Test func `a store's own value wins over its blueprint's, and that over the surrounding one`() {
    let blueprint = StoreBlueprint {
      Greeter()
    } withDependencies: {
      $0.account = "blueprint"
      $0.greeting = "blueprint"
      $0.spare = nil
    }
    withDependencies {
      $0.account = "place"
      $0.greeting = "place"
      $0.spare = "place"
    } operation: {
      let store = blueprint.makeStore(initialState: .init()) { $0.greeting = "store" }
      #expect(store.dependencies.greeting == "store")
      #expect(store.dependencies.account == "blueprint")
      #expect(store.dependencies.spare == nil)
    }
    let store = blueprint.makeStore(initialState: .init())
    #expect(store.dependencies.greeting == "blueprint")
  }

  @Test func `a store made inside another's effect keeps what that one has of its blueprint`() {
    let outer = StoreBlueprint {
      Greeter()
    } withDependencies: {
      derive(&$0)
      $0.account = "outer"
    }
    let inner = StoreBlueprint {
      Greeter()
    } withDependencies: {
      $0.spare = "inner"
    }
    withDependencies(from: outer.makeStore(initialState: .init()).dependencies) {
      let store = inner.makeStore(initialState: .init())
      #expect(store.dependencies.greeting == "hello outer")
      #expect(store.dependencies.spare == "inner")
      let plain = Store(initialState: Greeter.State()) { Greeter() }
      #expect(plain.dependencies.greeting == "hello outer")
    }
  }

  @Test func `a blueprint may say in which context its stores are`() {
    let blueprint = StoreBlueprint {
      Greeter()
    } withDependencies: {
      $0.context = .preview
    }
    #expect(blueprint.makeStore(initialState: .init()).dependencies.context == .preview)
    let other = StoreBlueprint { Greeter() }
    #expect(other.makeStore(initialState: .init()).dependencies.context == .test)
  }

  @Test func `stores share the memory that their blueprint is given`() {
    let memory = SharedMemory()
    let blueprint = StoreBlueprint {
      Greeter()
    } withDependencies: {
      $0.sharedMemory = memory
    }
    let stores = [0, 1].map { _ in blueprint.makeStore(initialState: .init()) }
    #expect(stores.allSatisfy { $0.dependencies.sharedMemory === memory })
    let own = blueprint.makeStore(initialState: .init()) { $0.sharedMemory = SharedMemory() }
    #expect(own.dependencies.sharedMemory !== memory)
  }

  @Test func `a blueprint may be given all that another store has`() {
    let first = StoreBlueprint {
      Greeter()
    } withDependencies: {
      derive(&$0)
    }
    let store = first.makeStore(initialState: .init()) { $0.account = "Mara" }
    let second = StoreBlueprint {
      Greeter()
    } withDependencies: {
      $0 = store.dependencies
    }
    #expect(second.makeStore(initialState: .init()).dependencies.greeting == "hello Mara")
  }

  @Test func `hooks of a blueprint hear of every store`() {
    let journal = Journal<String>()
    let blueprint = StoreBlueprint {
      Greeter()
    } withDependencies: {
      $0.storeHooks = StoreHooks { journal.note($0.action) }
    }
    blueprint.makeStore(initialState: .init()).send(.said("x"))
    blueprint.makeStore(initialState: .init()).send(.said("y"))
    #expect(journal.entries == ["said", "said"])
  }
}
