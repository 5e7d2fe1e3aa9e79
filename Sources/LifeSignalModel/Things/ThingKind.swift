/// What kind of evidence a thing gives. The timeline names it, never the thing's name: an entry
/// cannot be changed before its time is over, and is read by others.
public enum ThingKind: String, CaseIterable, Equatable, Codable, Sendable {
  case plug
  case door
  case motion
  case phone
  case computer
  case something

  public var name: Phrase {
    switch self {
    case .plug: "Power plug"
    case .door: "Door sensor"
    case .motion: "Motion sensor"
    case .phone: "Phone"
    case .computer: "Computer"
    case .something: "Something else"
    }
  }

  /// What a sign of it says to those who look for its owner.
  public var sign: Phrase {
    switch self {
    case .plug: "A power plug was used"
    case .door: "A door was used"
    case .motion: "Something moved"
    case .phone: "A phone was used"
    case .computer: "A computer was used"
    case .something: "A thing gave a sign"
    }
  }
}
