import LifeSignalEngine
import LifeSignalModel
import Synchronization
import Testing

@testable import LifeSignalDelivery

@Suite struct ConsoleCourierTests {
  private static let code = CourierMessage(
    idempotencyKey: "lifesignal-code-1", kind: .sms, address: "+15550100067",
    title: "Your LifeSignal code", body: "123-456 is your LifeSignal code.", priority: .alert,
    attempt: 2)

  @Test func `in a demo the operator can read the code`() async throws {
    let lines = try await Self.lines(of: [Self.code], showing: .everything)
    #expect(
      lines == [
        """
        message channel=sms to=+15550100067 title="Your LifeSignal code" \
        text="123-456 is your LifeSignal code." priority=alert attempt=2 key=lifesignal-code-1
        """
      ])
  }

  @Test func `outside a demo a line shows neither text nor number`() async throws {
    let lines = try await Self.lines(of: [Self.code], showing: .withoutText)
    #expect(lines == ["message channel=sms to=…67 priority=alert attempt=2 key=lifesignal-code-1"])
  }

  @Test func `a name cannot forge a line or steer a terminal`() async throws {
    var message = Self.code
    message.body = "Eve \"x\" \\ \u{1B}[2J\r\nmessage channel=sms\u{202E} — né 🐝"
    let line = try await Self.lines(of: [message], showing: .everything).first ?? ""
    #expect(
      line.contains(
        #"text="Eve \"x\" \\ \u{1b}[2J\u{d}\nmessage channel=sms\u{202e} — né 🐝""#))
    #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test func `every message has its own line`() async throws {
    let messages = (1...200).map { number in
      var message = Self.code
      message.idempotencyKey = "k-\(number)"
      return message
    }
    let lines = try await Self.lines(of: messages, showing: .withoutText)
    #expect(lines.count == 200)
    #expect(Set(lines).count == 200)
  }

  private static func lines(
    of messages: [CourierMessage], showing detail: ConsoleCourier.Detail
  ) async throws -> [String] {
    let log = Log()
    let courier = ConsoleCourier(showing: detail) { log.append($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for message in messages { group.addTask { try await courier.deliver(message) } }
      try await group.waitForAll()
    }
    return log.lines
  }
}

private final class Log: Sendable {
  private let stored = Mutex<[String]>([])
  var lines: [String] { stored.withLock { $0 } }
  func append(_ line: String) { stored.withLock { $0.append(line) } }
}
