import Composable
import LifeSignalModel

/// The ping client's calls, for the three features whose actions can request them.
///
/// The feature that receives a request performs it, once. The answer is the reason of a refusal, or
/// that it is done, with a ping for its delegate; the lists and the contacts come with the streams.
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

  /// The call, its outcome, its delegate if it is wanted, and the end, in this order.
  func effect(
    _ operation: PingOperation, delegates: Bool = false
  ) -> Effect<PingFeature.Action> {
    .run { [client] send in
      var failure: UserFacingError?
      do {
        let (outcome, delegate) = try await client.perform(operation)
        await send(outcome)
        if delegates, let delegate { await send(.delegate(delegate)) }
      } catch {
        // Cancellation is not an error: only the flags are reset below.
        failure = UserFacingError.fromIgnoringCancellation(error)
        if let failure { await send(Self.failure(of: operation, failure)) }
      }
      await send(.requestEnded(operation, failure: failure))
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

extension PingOperation {
  /// The action that requests it.
  var request: PingFeature.Action {
    switch self {
    case .ping(let id): .pingDependent(id: id)
    case .respond(let id): .respondToPing(id: id)
    case .respondToAll: .respondToAllPings
    case .clear(let id): .clearPing(id: id)
    }
  }
}

extension PingClient {
  fileprivate func perform(
    _ operation: PingOperation
  ) async throws -> (PingFeature.Action, PingFeature.Action.Delegate?) {
    switch operation {
    case .ping(let id):
      let ping = try await pingDependent(id)
      return (.pingDependentSucceeded(id), .pingAdded(ping))
    case .respond(let id):
      try await respondToPing(id)
      return (.pingResponseSucceeded(id), .pingResponded(id))
    case .respondToAll:
      try await respondToAllPings()
      return (.allPingResponsesSucceeded, nil)
    case .clear(let id):
      try await clearPing(id)
      return (.clearPingSucceeded(id), .pingCleared(id))
    }
  }
}
