public import LifeSignalModel

/// What a request that waits for re-authentication would do, so that the question can give the
/// reason.
public enum ProofReason: Equatable, Sendable {
  /// A responder would be lost.
  case responder
  /// Responders would be contacted in another order.
  case escalation
  /// More time would pass before anyone is contacted.
  case wait
  case pause
  /// The person would not be watched any more.
  case stop
  /// A device would check in for the person, or would need less for it.
  case device
  case codes
  case accessToken
  case passkey
  case export
  case general

  public init(_ command: any Endpoint.Type) {
    self =
      switch command {
      case is UpdateContact.Type, is RemoveContact.Type: .responder
      case is SetEscalationPlan.Type: .escalation
      case is SetCheckInInterval.Type, is SetPlan.Type: .wait
      case is Pause.Type: .pause
      case is StopCountdown.Type: .stop
      case is AddThing.Type, is EditThing.Type, is RotateThing.Type, is RemoveThing.Type,
        is SetEvidenceRule.Type:
        .device
      case is MakeCheckInCodes.Type: .codes
      case is CreateAccessToken.Type: .accessToken
      default: .general
      }
  }
}
