import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `An operator's invitations` {
  private func tool() throws -> OperatorTool {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    _ = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    return try OperatorTool(database: path)
  }

  @Test func `are links that can be listed and withdrawn`() async throws {
    let tool = try tool()
    #expect(try await tool.invitations() == "There are no open invitations.\n")
    let link = try await tool.invite(for: "7d", at: "https://safe.example")
    #expect(link.wholeMatch(of: /https:\/\/safe\.example\/join\/[A-Za-z0-9_-]{43}/) != nil)
    let list = try await tool.invitations()
    #expect(list.contains("by=operator"))
    #expect(!list.contains(link.suffix(43)))
    let id = String(try #require(list.split(separator: " ").first))
    try await tool.withdrawInvitation(id)
    #expect(try await tool.invitations() == "There are no open invitations.\n")
    await #expect(throws: SettingsError.self) { try await tool.withdrawInvitation("4711") }
  }

  @Test(arguments: [("1h", 3_600), ("30d", 2_592_000)] as [(String, TimeInterval)])
  func `last as long as asked`(life: String, seconds: TimeInterval) {
    #expect(OperatorTool.seconds(of: life) == seconds)
  }

  @Test(arguments: ["", "7", "d", "0h", "31d", "7w", "-1d", "1.5d", "99999d"])
  func `last an hour to thirty days`(life: String) async throws {
    let tool = try tool()
    let error = await #expect(throws: SettingsError.self) {
      _ = try await tool.invite(for: life, at: "https://safe.example")
    }
    #expect(error?.description.hasPrefix("--expires: ") == true)
  }
}
