import Composable

extension ProgramRun {
  func effect<Action: ProgramAction>(_ plan: Plan) -> Effect<Action> {
    switch plan {
    case .none: .none
    case .send(let address, let command): .send(Action(address[...], .command(command)))
    case .run(let run):
      .run { [self] send in
        @Dependency(\.programLevel) var level
        note(.started(run: run.label, level: level))
        defer { note(.ended(run: run.label)) }
        try await perform(run.acts, send)
      }
    case .cancel(.number(let number)): .cancel(id: number)
    case .cancel(.byte(let byte)): .cancel(id: byte)
    case .merge(let parts): .merge(parts.map { effect($0) })
    case .concatenate(let parts): .concatenate(parts.map { effect($0) })
    case .cancellable(let plan, let name, let inFlight):
      effect(plan).cancellable(name, inFlight: inFlight)
    case .mapped(let plan): (effect(plan) as Effect<Action>).map { $0 }
    }
  }

  private struct Failure: Error {}

  private func perform<Action: ProgramAction>(_ acts: [Act], _ send: Send<Action>) async throws {
    for act in acts {
      switch act {
      case .send(let address, let command):
        await send(Action(address[...], .command(command)))
      case .wait(let label, let whenCancelled):
        await hang(at: label, isTurn: false, ignoresCancellation: whenCancelled == .ignoring)
        note(.woke(wait: label, isCancelled: Task.isCancelled))
        if whenCancelled == .throwing { try Task.checkCancellation() }
      case .cancel(.number(let number)): Task.cancel(id: number)
      case .cancel(.byte(let byte)): Task.cancel(id: byte)
      case .nested(let label, let name, let inFlight, let acts, let catches):
        let thrown = await nested(name, inFlight: inFlight) { [self] in
          await hang(at: label, isTurn: true, ignoresCancellation: false)
          try await perform(acts, send)
        }
        await hang(at: label + 1, isTurn: true, ignoresCancellation: false)
        if let thrown, !catches { throw thrown }
      case .dismiss: await DismissEffect()()
      case .fail: throw Failure()
      }
    }
  }

  private func nested(
    _ name: Name, inFlight: Bool, operation: @escaping @Sendable () async throws -> Void
  ) async -> (any Error)? {
    do {
      switch name {
      case .number(let number):
        try await withTaskCancellation(id: number, cancelInFlight: inFlight, operation: operation)
      case .byte(let byte):
        try await withTaskCancellation(id: byte, cancelInFlight: inFlight, operation: operation)
      }
      return nil
    } catch {
      return error
    }
  }
}
