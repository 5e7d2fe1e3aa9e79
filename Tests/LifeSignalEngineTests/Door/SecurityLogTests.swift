import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct SecurityLogTests {
  private let lines = LogLines()

  /// Another engine on what is stored in this world.
  private func engine(_ world: SmallWorld) -> Engine {
    let lines = lines
    return Engine(
      ledger: world.ledger, couriers: [.sms: world.courier], clock: world.clock,
      ids: IDGenerator(node: 7), logger: Logger(label: "test") { _ in lines })
  }

  private var said: [String] { lines.all.filter { $0.hasPrefix("security ") } }

  @Test func `a sign-in is said, in vain and in the end, and never whose`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    let number = try await engine.user(world.p).phoneNumber
    let outcome = try await engine.perform(
      .requestCode(phoneNumber: number, region: .unitedStates, network: "198.51.100.7"),
      by: .visitor)
    guard case .codeSent(let id, _) = outcome else { throw Refusal.codeExpired }
    let code = String(try #require(world.courier.messages.last?.body).prefix(7))
    let wrong = code.hasPrefix("1") ? "222-222" : "111-111"
    await #expect(throws: Refusal.codeWrong(triesLeft: 4)) {
      try await engine.perform(.verifyCode(id, code: wrong, label: "Browser"), by: .visitor)
    }
    try await engine.perform(.verifyCode(id, code: code, label: "Browser"), by: .visitor)
    #expect(
      said == [
        "security act=verifyCode outcome=codeWrong", "security act=verifyCode outcome=done",
      ])
    let all = lines.all.joined(separator: " ")
    for secret in [number, code, wrong, "Browser", "198.51.100.7"] {
      #expect(!all.contains(secret))
    }
  }

  @Test func `what somebody may not do is said by its name alone`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    await #expect(throws: Refusal.notAllowed) {
      try await engine.perform(
        .enrol(phoneNumber: "+15550100055", region: .unitedStates), by: .person(world.p))
    }
    #expect(said == ["security act=enrol outcome=notAllowed"])
  }

  @Test func `a refusal that is no matter of security is not`() async throws {
    let world = try await SmallWorld()
    await #expect(throws: Refusal.invalidInterval) {
      try await engine(world).perform(.setInterval(1), by: .person(world.p))
    }
    #expect(said == [])
  }

  @Test func `nothing vital is said, whether it works or not`() async throws {
    let world = try await SmallWorld()
    let engine = engine(world)
    try await engine.perform(.checkIn(clientKey: nil), by: .person(world.p))
    try await engine.perform(.raiseAlert, by: .person(world.p))
    await #expect(throws: (any Error).self) {
      try await engine.perform(.useCheckInCode("K7M2-9QXD-4TRW", network: "n"), by: .visitor)
    }
    #expect(said == [])
  }
}

/// What was logged above its finest grain, one line each with its metadata in order.
private final class LogLines: LogHandler {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }

  var logLevel: Logger.Level {
    get { .info }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    let metadata = (event.metadata ?? [:]).sorted { $0.key < $1.key }
    let line = ["\(event.message)"] + metadata.map { "\($0.key)=\($0.value)" }
    lines.withLock { $0.append(line.joined(separator: " ")) }
  }
}
