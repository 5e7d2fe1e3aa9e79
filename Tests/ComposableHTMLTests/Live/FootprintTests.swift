#if os(Linux)
  import Composable
  import Foundation
  import Testing

  @testable import ComposableHTML

  @Suite(.timeLimit(.minutes(1)))
  struct FootprintTests {
    private func residentBytes() throws -> Int {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")[1]
      return try #require(Int(pages)) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    @Test func `an idle session with a tab takes less than 60 KiB`() async throws {
      let count = 2000
      let rows = Array(1...20)
      let before = try residentBytes()
      let sessions = (0..<count).map { counterSession(.init(rows: rows), epoch: "e\($0)") }
      let tabs = sessions.map { session in
        let stream = session.connect()
        return Task { for await _ in stream {} }
      }
      for session in sessions {
        session.store.send(.incrementButtonTapped)
        session.receive(
          ClientEvent(id: UUID().uuidString, target: "increment", name: "click"))
      }
      let each = (try residentBytes() - before) / count
      #expect(each < 60 * 1024)
      if let name = ProcessInfo.processInfo.environment["PRINT_FOOTPRINT"] { print(name, each) }
      for session in sessions { session.finish() }
      for tab in tabs { await tab.value }
    }
  }
#endif
