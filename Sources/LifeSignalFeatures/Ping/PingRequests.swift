import Composable
import LifeSignalModel

/// The ping client's calls, for the three features whose actions can request them.
///
/// The feature that receives a request performs it, once; the outcome is relayed to the one
/// `PingFeature` that keeps the lists.
struct PingRequests: Sendable {
  let client: PingClient

  /// The operation that `action` requests, or nil if it is no request.
  static func operation(of action: PingFeature.Action) -> PingOperation? {
    switch action {
    case .pingDependent(let id): .ping(id)
    case .respondToPing(let id): .respond(id)
    case .respondToAllPings: .respondToAll
    case .clearPing(let id): .clear(id)
    default: nil
    }
  }

  /// The call, its outcome, its delegate, and the end, in this order.
  func effect(_ operation: PingOperation) -> Effect<PingFeature.Action> {
    .run { [client] send in
      do {
        switch operation {
        case .ping(let id):
          let ping = try await client.pingDependent(id)
          await send(.pingDependentSucceeded(id))
          await send(.delegate(.pingAdded(ping)))
        case .respond(let id):
          try await client.respondToPing(id)
          await send(.pingResponseSucceeded(id))
          await send(.delegate(.pingResponded(id)))
        case .respondToAll:
          try await client.respondToAllPings()
          await send(.allPingResponsesSucceeded)
        case .clear(let id):
          try await client.clearPing(id)
          await send(.clearPingSucceeded(id))
          await send(.delegate(.pingCleared(id)))
        }
      } catch {
        // Cancellation is not an error: only the flags are reset below.
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(Self.failure(of: operation, error))
        }
      }
      await send(.requestEnded(operation))
    }
  }

  private static func failure(
    of operation: PingOperation, _ error: UserFacingError
  ) -> PingFeature.Action {
    switch operation {
    case .ping: .pingDependentFailed(error)
    case .respond: .pingResponseFailed(error)
    case .respondToAll: .allPingResponsesFailed(error)
    case .clear: .clearPingFailed(error)
    }
  }
}
