import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

private struct Settings: Codable, Equatable, Sendable {
  var interval = 60
  var name = "Ann"
}

/// A folder of the test's own, gone when the test is.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
  func text(of name: String) -> String? { try? String(contentsOf: file(name), encoding: .utf8) }
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: file(name))
  }
}

@Suite(.leavesNothingBehind, .timeLimit(.minutes(2))) struct FileStorageTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func settings(_ name: String = "settings.json") -> Shared<Settings> {
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      Shared(wrappedValue: Settings(), .fileStorage(folder.file(name)))
    }
  }

  @Test func `a file that is not there is made by the first change, in folders made for it`()
    async throws
  {
    let settings = settings("a/b/settings.json")
    #expect(settings.wrappedValue == Settings())
    #expect(folder.names == [])
    settings.withLock { $0.interval = 5 }
    try await settings.save()
    #expect(folder.text(of: "a/b/settings.json") == #"{"interval":5,"name":"Ann"}"#)
  }

  @Test func `a file is replaced as a whole and nothing else is left in its folder`() async throws {
    try folder.write(#"{"interval":5,"name":"Bob"}"#, to: "settings.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("settings.json").path)
    let settings = settings()
    #expect(settings.wrappedValue == Settings(interval: 5, name: "Bob"))
    let reader = try FileHandle(forReadingFrom: folder.file("settings.json"))
    for interval in 6...9 {
      settings.withLock { $0.interval = interval }
      try await settings.save()
    }
    #expect(folder.text(of: "settings.json") == #"{"interval":9,"name":"Bob"}"#)
    // Who had it open goes on reading the former file, not half of a new one.
    #expect(try reader.readToEnd() == Data(#"{"interval":5,"name":"Bob"}"#.utf8))
    #expect(folder.names == ["settings.json"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.file("settings.json").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a link to a file stays a link`() async throws {
    try folder.write("{\"interval\":5,\"name\":\"Bob\"}", to: "real.json")
    try FileManager.default.createSymbolicLink(
      at: folder.file("settings.json"), withDestinationURL: folder.file("real.json"))
    let settings = settings()
    settings.withLock { $0.interval = 6 }
    try await settings.save()
    #expect(folder.text(of: "real.json") == #"{"interval":6,"name":"Bob"}"#)
    #expect(folder.names == ["real.json", "settings.json"])
  }

  @Test func `a change made by another process is noticed by loading`() async throws {
    let settings = settings()
    settings.withLock { $0.interval = 5 }
    try await settings.save()
    try folder.write(#"{"interval":7,"name":"Cleo"}"#, to: "settings.json")
    #expect(settings.interval.wrappedValue == 5)
    try await settings.load()
    #expect(settings.wrappedValue == Settings(interval: 7, name: "Cleo"))
  }

  @Test func `an undecodable file is reported, left alone, and kept aside by the first save`()
    async throws
  {
    try folder.write("from last time", to: "settings.json.unreadable")
    try folder.write("not JSON", to: "settings.json")
    let issues = try await captureIssues {
      let settings = settings()
      #expect(settings.wrappedValue == Settings())
      #expect(folder.text(of: "settings.json") == "not JSON")
      let file = settings.loadError as? SharedFileError
      #expect(file?.problem == .undecodable)
      #expect(file?.url.lastPathComponent == "settings.json")
      try await settings.save()
      try await settings.save()
    }
    #expect(issues.map(\.code) == [.sharedNotLoaded])
    #expect(issues.first?.message.contains("settings.json") == true)
    #expect(
      folder.names == ["settings.json", "settings.json.unreadable", "settings.json.unreadable-2"])
    #expect(folder.text(of: "settings.json") == #"{"interval":60,"name":"Ann"}"#)
    #expect(folder.text(of: "settings.json.unreadable") == "from last time")
    #expect(folder.text(of: "settings.json.unreadable-2") == "not JSON")
  }

  @Test func `a file that was repaired before the first save is simply read`() async throws {
    try folder.write("not JSON", to: "settings.json")
    let issues = try await captureIssues {
      let settings = settings()
      try folder.write(#"{"interval":7,"name":"Cleo"}"#, to: "settings.json")
      try await settings.load()
      #expect(settings.wrappedValue.name == "Cleo")
      settings.withLock { $0.interval = 8 }
      try await settings.save()
    }
    #expect(issues.count == 1)
    #expect(folder.names == ["settings.json"])
  }

  @Test func `a file that cannot be replaced stays, and saving throws`() async throws {
    let inner = folder.file("settings.json").appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let issues = await captureIssues {
      let settings = settings()
      #expect((settings.loadError as? SharedFileError)?.problem == .unreadable)
      let error = await #expect(throws: SharedFileError.self) { try await settings.save() }
      #expect(error?.problem == .notWritten || error?.problem == .notKeptAside)
      #expect(settings.saveError != nil)
    }
    #expect(issues.map(\.code) == [.sharedNotLoaded, .sharedNotSaved])
    #expect(FileManager.default.fileExists(atPath: inner.path))
    #expect(folder.names.contains { $0.hasPrefix(".") } == false)
  }

  @Test func `a format of one's own may take JSON's place`() async throws {
    let number: Shared<Int> = withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      Shared(
        wrappedValue: 0,
        FileStorageKey(
          folder.file("number"), decode: { $0.count }, encode: { Data(repeating: 120, count: $0) }))
    }
    number.withLock { $0 = 3 }
    try await number.save()
    #expect(folder.text(of: "number") == "xxx")
  }

  @Test func `two stores share a file, two tests' stores do not`() async throws {
    func makeStore(_ storage: FileStorage?) -> Store<Shared<Settings>, Int> {
      Store(initialState: Shared(wrappedValue: Settings(), .fileStorage(folder.file("s")))) {
        Reduce { state, interval in
          state.withLock { $0.interval = interval }
          return .none
        }
      } withDependencies: {
        if let storage { $0.defaultFileStorage = storage }
      }
    }
    let storage = FileStorage.inMemory()
    let sharing = [makeStore(storage), makeStore(storage)]
    let alone = makeStore(nil)
    sharing[0].send(5)
    #expect(sharing[1].state.wrappedValue.interval == 5)
    #expect(alone.state.wrappedValue.interval == 60)
    await sharing[0].shutdown(deadline: .seconds(60))
    #expect(
      try storage.contents(of: folder.file("s")) == Data(#"{"interval":5,"name":"Ann"}"#.utf8))
    #expect(folder.names == [])
  }

  @Test func `two ways to write one path are one value`() {
    withDependencies {
      $0.defaultFileStorage = .inMemory()
    } operation: {
      let one = Shared(wrappedValue: 1, .fileStorage(URL(fileURLWithPath: "/x/y/../limit")))
      let other = Shared(wrappedValue: 2, .fileStorage(URL(fileURLWithPath: "/x/limit")))
      one.withLock { $0 = 5 }
      #expect(other.wrappedValue == 5)
    }
  }

  @Test func `outside any store a test writes no file`() async throws {
    let limit = Shared(wrappedValue: 1, .fileStorage(folder.file("limit")))
    limit.withLock { $0 = 5 }
    try await limit.save()
    #expect(folder.names == [])
  }

  @Test func `stores of tests have files of their own`() async {
    let file = folder.file("limit")
    for number in 1...2 {
      let store = Store(initialState: Shared(wrappedValue: 0, .fileStorage(file))) {
        Reduce { (state: inout Shared<Int>, action: Int) in
          state.withLock { $0 += action }
          return .none
        }
      } withDependencies: {
        $0.context = .test
      }
      store.send(number)
      #expect(store.state.wrappedValue == number)
      await store.dependencies.sharedMemory.finishSaving()
    }
    #expect(folder.names == [])
  }

  @Test func `a damaged file in memory is kept beside those that were kept before`() async throws {
    let file = URL(fileURLWithPath: "/limit")
    let kept = file.appendingPathExtension("unreadable")
    let storage = FileStorage.inMemory([file: Data("x".utf8), kept: Data("old".utf8)])
    var limit = Shared(value: 0)
    let issues = withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      captureIssues { limit = Shared(wrappedValue: 1, .fileStorage(file)) }
    }
    #expect(issues.map(\.code) == [.sharedNotLoaded])
    try await limit.save()
    #expect(try storage.contents(of: file) == Data("1".utf8))
    #expect(try storage.contents(of: kept) == Data("old".utf8))
    #expect(
      try storage.contents(of: file.appendingPathExtension("unreadable-2")) == Data("x".utf8))
  }
}
