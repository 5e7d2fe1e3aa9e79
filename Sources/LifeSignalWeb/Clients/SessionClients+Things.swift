import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var things: ThingClient {
    ThingClient(
      getThings: { try await answering { try await engine.things(of: person()) } },
      add: { settings in try await answering { try await key(.addThing(settings)) } },
      edit: { id, settings in
        try await answering { try await perform(.editThing(id, settings)) }
      },
      rotate: { id in try await answering { try await key(.rotateThing(id)) } },
      remove: { id in try await answering { try await perform(.removeThing(id)) } },
      setRule: { rule in try await answering { try await perform(.setEvidenceRule(rule)) } },
      thingsStream: { following(.things) { try await engine.things(of: $0) } })
  }

  @Sendable private func key(_ command: CommandCase) async throws -> ThingKey {
    guard case .thingKey(let key) = try await outcome(of: command) else {
      throw UnexpectedOutcome()
    }
    return key
  }
}
