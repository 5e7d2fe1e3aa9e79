public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var travel: TravelClient {
    TravelClient(
      getTravel: { try await connection.call(APITable.getTravel).travel },
      start: { due, note in
        try await connection.call(APITable.startTravel, StartTravelRequest(due: due, note: note))
      },
      extend: { id, due in
        try await connection.call(APITable.extendTravel, ExtendTravelRequest(id: id, due: due))
      },
      arrive: { try await connection.tell(APITable.arrive, TravelReference(id: $0)) },
      cancel: { try await connection.tell(APITable.cancelTravel, TravelReference(id: $0)) })
  }
}
