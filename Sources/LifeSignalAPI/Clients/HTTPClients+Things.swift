public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var things: ThingClient {
    @Sendable func all() async throws -> ThingList {
      try await connection.call(APITable.getThings)
    }
    return ThingClient(
      getThings: { try await all() },
      add: { try await connection.call(APITable.addThing, $0) },
      edit: { id, settings in
        try await connection.tell(
          APITable.editThing, EditThingRequest(id: id, settings: settings))
      },
      rotate: { try await connection.call(APITable.rotateThing, ThingReference(id: $0)) },
      remove: { try await connection.tell(APITable.removeThing, ThingReference(id: $0)) },
      setRule: { try await connection.tell(APITable.setEvidenceRule, $0) },
      thingsStream: { following(.things) { try await all() } })
  }
}
