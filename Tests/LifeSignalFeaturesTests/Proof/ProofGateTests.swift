import Composable
import LifeSignalFeatures
import LifeSignalModel
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ProofGateTests {
  private let gate = ProofGate()

  /// Refuses until the person has proven who they are.
  private final class Door: Sendable {
    private let state = Mutex((isProven: false, tries: 0))

    var tries: Int { state.withLock { $0.tries } }

    func prove() { state.withLock { $0.isProven = true } }

    func enter() throws -> String {
      try state.withLock { state in
        state.tries += 1
        guard state.isProven else { throw Refusal.proofNeeded }
        return "in"
      }
    }
  }

  @Test func `a command that needs no proof does not wait`() async throws {
    #expect(try await gate.passing { 7 } == 7)
  }

  @Test func `when no one can be asked, the caller gets the refusal`() async {
    let door = Door()
    await #expect(throws: Refusal.proofNeeded) { try await gate.passing { try door.enter() } }
    #expect(door.tries == 1)
  }

  @Test func `it goes on after the proof`() async throws {
    let door = Door()
    var demands = gate.demands().makeAsyncIterator()
    async let entered = gate.passing { try door.enter() }
    #expect(await demands.next() == .some(.general))
    door.prove()
    gate.settle(true)
    #expect(try await entered == "in")
    #expect(await demands.next() == .some(nil))
    #expect(door.tries == 2)
  }

  @Test func `the reason is that of the command that has waited longest`() async {
    let door = Door()
    var demands = gate.demands().makeAsyncIterator()
    let first = Task { [gate] in try await gate.passing(.pause) { try door.enter() } }
    #expect(await demands.next() == .some(.pause))
    let second = Task { [gate] in try await gate.passing(.codes) { try door.enter() } }
    #expect(await demands.next() == .some(.pause))
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(await demands.next() == .some(.codes))
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(await demands.next() == .some(nil))
  }

  @Test(
    arguments: [
      (RemoveContact.self, .responder), (UpdateContact.self, .responder),
      (SetEscalationPlan.self, .escalation), (SetPlan.self, .wait),
      (SetCheckInInterval.self, .wait),
      (Pause.self, .pause), (StopCountdown.self, .stop), (AddThing.self, .device),
      (SetEvidenceRule.self, .device),
      (MakeCheckInCodes.self, .codes), (CreateAccessToken.self, .accessToken),
      (RenamePasskey.self, .general),
    ] as [(any Endpoint.Type, ProofReason)])
  func `a command has its own reason`(command: any Endpoint.Type, reason: ProofReason) {
    #expect(ProofReason(command) == reason)
  }

  @Test func `it is called off with the person's no`() async {
    let door = Door()
    var demands = gate.demands().makeAsyncIterator()
    let asking = Task { [gate] in try await gate.passing { try door.enter() } }
    #expect(await demands.next() == .some(.general))
    gate.settle(false)
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(door.tries == 1)
  }

  @Test func `a second proof that is wanted still is no loop`() async {
    let door = Door()
    var demands = gate.demands().makeAsyncIterator()
    let asking = Task { [gate] in try await gate.passing { try door.enter() } }
    #expect(await demands.next() == .some(.general))
    gate.settle(true)
    await #expect(throws: Refusal.proofNeeded) { try await asking.value }
    #expect(door.tries == 2)
  }

  @Test func `a screen that stops following cancels the commands that wait`() async {
    let door = Door()
    let (seen, note) = AsyncStream.makeStream(of: Void.self)
    let watching = Task { [gate] in
      for await reason in gate.demands() where reason != nil { note.yield() }
    }
    // Until the task follows the demands, the gate can ask no one.
    let asking = Task { [gate] in
      while true {
        do {
          return try await gate.passing { try door.enter() }
        } catch Refusal.proofNeeded {
          await Task.yield()
        }
      }
    }
    for await _ in seen { break }
    watching.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
  }

  @Test func `work that is cancelled waits no longer`() async {
    let door = Door()
    var demands = gate.demands().makeAsyncIterator()
    let asking = Task { [gate] in try await gate.passing { try door.enter() } }
    #expect(await demands.next() == .some(.general))
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(await demands.next() == .some(nil))
  }
}
