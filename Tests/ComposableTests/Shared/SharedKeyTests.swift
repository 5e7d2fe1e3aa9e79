import Composable
import ComposableTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct SharedKeyTests {
  let shelf = Shelf(["limit": 3])

  @Test func `a value under a key of one's own starts as what is stored`() {
    @Shared(.shelf(shelf, "limit")) var limit = 10
    @Shared(.shelf(shelf, "other")) var other = 10
    #expect(limit == 3)
    #expect(other == 10)
    #expect(shelf["other"] == nil)
  }

  @Test func `a change is saved without being asked for`() async {
    let memory = SharedMemory()
    let limit = withDependencies {
      $0.sharedMemory = memory
    } operation: {
      Shared(wrappedValue: 10, .shelf(shelf, "limit"))
    }
    limit.withLock { $0 += 1 }
    await memory.finishSaving()
    #expect(shelf["limit"] == 4)
  }

  @Test func `a value with a key is one for the whole process`() async throws {
    @Shared(.shelf(shelf, "limit")) var first = 10
    @Shared(.shelf(shelf, "limit")) var second = 20
    $first.withLock { $0 = 7 }
    #expect(second == 7)
    try await $second.save()
    #expect(shelf.saved.last == 7)
  }

  @Test func `a value without references is loaded again`() async throws {
    do {
      @Shared(.shelf(shelf, "limit")) var limit = 10
      $limit.withLock { $0 = 5 }
      try await $limit.save()
      #expect(shelf.readerCount == 1)
    }
    #expect(shelf.readerCount == 0)
    shelf.put(6, at: "limit")
    @Shared(.shelf(shelf, "limit")) var limit = 10
    #expect(limit == 6)
  }

  @Test func `a change from outside arrives, and is not saved back`() {
    @Shared(.shelf(shelf, "limit")) var limit = 10
    shelf.put(8, at: "limit")
    #expect(limit == 8)
    #expect(shelf.saved.isEmpty)
  }

  @Test func `loading picks up a change that the storage did not announce`() async throws {
    @Shared(.shelf(shelf, "limit")) var limit = 10
    shelf.put(8, at: "limit", tells: false)
    #expect(limit == 3)
    try await $limit.load()
    #expect(limit == 8)
  }

  @Test func `changes made while one is being saved are saved together`() async throws {
    let shelf = Shelf(isOpen: false)
    @Shared(.shelf(shelf, "limit")) var limit = 0
    $limit.withLock { $0 = 1 }
    await shelf.gate.arrival()
    for number in 2...9 { $limit.withLock { $0 = number } }
    // A value from outside does not replace one that is still to be saved.
    shelf.put(100, at: "limit")
    #expect(limit == 9)
    shelf.gate.open()
    try await $limit.load()
    #expect(shelf.saved == [1, 9])
    #expect(limit == 9)
  }

  @Test func `a value that cannot be loaded is reported at its property and goes on`() async throws
  {
    shelf.refuse()
    var line: UInt = 0
    let issues = await captureIssues {
      line = #line + 1
      @Shared(.shelf(shelf, "limit")) var limit = 10
      #expect(limit == 10)
      #expect($limit.loadError is Shelf.Refusal)
      await #expect(throws: Shelf.Refusal.self) { try await $limit.load() }
      shelf.refuse(false)
      try? await $limit.load()
      #expect(limit == 3)
      #expect($limit.loadError == nil)
    }
    #expect(issues.map(\.code) == [.sharedNotLoaded])
    #expect(issues.map(\.site.line) == [line])
  }

  @Test func `a value that cannot be saved is reported and saved with the next change`() async {
    let memory = SharedMemory()
    let issues = await captureIssues {
      let limit = withDependencies {
        $0.sharedMemory = memory
      } operation: {
        Shared(wrappedValue: 10, .shelf(shelf, "limit"))
      }
      shelf.refuse()
      limit.withLock { $0 = 4 }
      await memory.finishSaving()
      #expect(limit.saveError is Shelf.Refusal)
      #expect(limit.wrappedValue == 4)
      #expect(shelf["limit"] == 3)
      shelf.refuse(false)
      limit.withLock { $0 += 1 }
      await memory.finishSaving()
      #expect(limit.saveError == nil)
      #expect(shelf["limit"] == 5)
    }
    #expect(issues.map(\.code) == [.sharedNotSaved])
  }

  @Test func `a wait for saving can be cancelled`() async {
    let shelf = Shelf(isOpen: false)
    @Shared(.shelf(shelf, "limit")) var limit = 0
    let waiting = Task { [limit = $limit] in try await limit.save() }
    await shelf.gate.arrival()
    waiting.cancel()
    _ = await waiting.result
    #expect(shelf.saved.isEmpty)
    shelf.gate.open()
  }

  @Test func `naming a value again loads nothing over a change that is not saved yet`()
    async throws
  {
    let shelf = Shelf(["limit": 3], isOpen: false)
    let first = Shared(wrappedValue: 10, .shelf(shelf, "limit"))
    first.withLock { $0 = 7 }
    let second = Shared(wrappedValue: 10, .shelf(shelf, "limit"))
    #expect(second.wrappedValue == 7)
    shelf.gate.open()
    try await first.save()
    #expect(shelf["limit"] == 7)
  }

  @Test func `a change from outside notifies a store's observers`() {
    let store = Store(initialState: Shared(wrappedValue: 10, .shelf(shelf, "limit"))) {
      EmptyReducer<Shared<Int>, Int>()
    }
    let told = Journal<Int>()
    let observation = store.observe { [weak store] in
      told.note(store?.state.wrappedValue ?? -1)
    }
    shelf.put(8, at: "limit")
    #expect(told.entries == [8])
    withExtendedLifetime(observation) {}
  }

  @Test func `a part of a value loads, saves and fails with the whole`() async throws {
    let line: UInt = #line + 1
    let limit = Shared(wrappedValue: 10, .shelf(shelf, "limit"))
    let part = limit[dynamicMember: \.self]
    shelf.refuse()
    await #expect(throws: Shelf.Refusal.self) { try await part.load() }
    #expect(limit.loadError is Shelf.Refusal)
    #expect(part.loadError is Shelf.Refusal)
    let issues = await captureIssues {
      await #expect(throws: Shelf.Refusal.self) { try await part.save() }
    }
    #expect(issues.map(\.code) == [.sharedNotSaved])
    #expect(issues.map(\.site.line) == [line])
    #expect(part.saveError is Shelf.Refusal)
    shelf.refuse(false)
    try await part.save()
    #expect(shelf.saved == [3])
    shelf.put(9, at: "limit", tells: false)
    try await part.load()
    #expect(limit.wrappedValue == 9)
    #expect(part.loadError == nil && part.saveError == nil)
  }
}
