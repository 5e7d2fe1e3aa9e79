import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `The keys of an installation` {
  private func ledger() throws -> SQLiteLedger {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    return try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
  }

  @Test(
    arguments: InstallationKey.allCases,
    [Data(), Data([1, 2, 3]), Data(count: 32), Data(repeating: 7, count: 33)])
  func `are never used when they are damaged: new ones are made, and what is lost is said`(
    key: InstallationKey, damage: Data
  ) async throws {
    let ledger = try ledger()
    let first = try await ledger.soundKey(key)
    #expect(first.value.count == 32 && first.warning == nil)
    #expect(try await ledger.soundKey(key).value == first.value)

    try await ledger.write {
      _ = try $0.insert(InstallationSecret(name: key.name, value: damage))
    }
    await #expect(throws: SettingsError.self) { try await ledger.keyBesideServer(key) }
    let found = try await ledger.soundKey(key)
    #expect(found.value.count == 32 && found.value != damage && found.value != first.value)
    let warning = try #require(found.warning)
    #expect(warning.contains("\"\(key.name)\"") && warning.hasSuffix(key.loss), "\(warning)")

    let again = try await ledger.soundKey(key)
    #expect(again.value == found.value && again.warning == nil, "said once")
    #expect(try await ledger.keyBesideServer(key) == found.value)
    try await ledger.close()
  }

  @Test func `are made at the first start without a word, and are missed after it`() async throws {
    let ledger = try ledger()
    for key in InstallationKey.allCases {
      #expect(try await ledger.soundKey(key).warning == nil)
    }
    try await ledger.close()

    let other = try self.ledger()
    try await other.write { _ = try $0.insert(Heartbeat(beatAt: SystemClock().now)) }
    for key in InstallationKey.allCases where key.isMadeAtStart {
      await #expect(throws: SettingsError.self) { try await other.keyBesideServer(key) }
      let warning = try #require(try await other.soundKey(key).warning)
      #expect(warning.contains("was missing") && warning.hasSuffix(key.loss), "\(warning)")
    }
    #expect(try await other.soundKey(.mail).warning == nil, "it comes with the mail account")
    try await other.close()
  }
}
