import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The fake carrier` {
  private func message(_ id: Int, attempt: Int = 1) -> CourierMessage {
    CourierMessage(
      idempotencyKey: "k\(id)", kind: .sms, address: "a", title: "T", body: "B", priority: .alert,
      attempt: attempt)
  }

  private func faults(_ seed: UInt64) async -> [FakeCarrier.Fault] {
    let carrier = FakeCarrier(
      seed: seed,
      habits: FakeCarrier.Habits([.transient: 200, .reject: 100, .lie: 100, .duplicate: 100]),
      clock: ManualClock())
    for id in 0..<200 { try? await carrier.deliver(message(id)) }
    return carrier.log.map(\.fault)
  }

  @Test func `does the same for the same seed`() async {
    let one = await faults(7)
    #expect(await faults(7) == one)
    #expect(await faults(8) != one)
    #expect(Set(one) == [.none, .transient, .reject, .lie, .duplicate])
    #expect(one.count { $0 == .none } > 60)
  }

  @Test func `fails, lies and repeats as configured, and logs it`() async throws {
    let carrier = FakeCarrier(clock: ManualClock())
    carrier.force(.reject, .gone, .transient, .lie, .duplicate, .failAfterDelivery)
    await #expect(throws: CourierFailure.rejected("refused")) {
      try await carrier.deliver(message(1))
    }
    await #expect(throws: CourierFailure.addressGone("unknown")) {
      try await carrier.deliver(message(2))
    }
    await #expect(throws: CourierFailure.transient("busy")) {
      try await carrier.deliver(message(3))
    }
    try await carrier.deliver(message(4))
    try await carrier.deliver(message(5))
    await #expect(throws: CourierFailure.transient("the line broke")) {
      try await carrier.deliver(message(6))
    }
    try await carrier.deliver(message(7))
    #expect(carrier.delivered == ["k5", "k5", "k6", "k7"])
    #expect(carrier.log.map(\.delivered) == [0, 0, 0, 0, 2, 1, 1])
  }

  @Test func `hangs until it is cancelled, and is slow by its clock`() async throws {
    let clock = ManualClock()
    let carrier = FakeCarrier(habits: FakeCarrier.Habits(slowness: 30), clock: clock)
    carrier.force(.hang, .slow)
    let hanging = Task { try await carrier.deliver(message(1)) }
    while carrier.log.isEmpty { await Task.yield() }
    let slow = Task { try await carrier.deliver(message(2)) }
    while carrier.mostAtOnce < 2 { await Task.yield() }
    #expect(carrier.delivered.isEmpty)
    while carrier.delivered.isEmpty {
      clock.advance(by: 30)
      await Task.yield()
    }
    try await slow.value
    hanging.cancel()
    await #expect(throws: CancellationError.self) { try await hanging.value }
  }
}
