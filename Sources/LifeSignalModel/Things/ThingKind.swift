/// The kind of evidence a device gives. The timeline names the kind, never the device's name: an
/// entry cannot be changed before its time is over, and others read it.
public enum ThingKind: String, CaseIterable, Equatable, Codable, Sendable {
  case plug
  case door
  case motion
  case phone
  case computer
  case something
  /// The person's own address, called by their hand: a shortcut on a phone, a widget, a word to a
  /// speaker. One for each person; its signal alone is enough, without regard to the other devices'
  /// signals.
  case link

  /// The kinds that are devices in a house: the server makes a link, and it stays one.
  public static let things = allCases.filter { $0 != .link }

  public var name: Phrase {
    switch self {
    case .plug: "Power plug"
    case .door: "Door sensor"
    case .motion: "Motion sensor"
    case .phone: "Phone"
    case .computer: "Computer"
    case .something: "Something else"
    case .link: "Check-in link"
    }
  }

  /// What its signal means, for the people who look for its owner.
  public var sign: Phrase {
    switch self {
    case .plug: "A power plug was used"
    case .door: "A door was used"
    case .motion: "Something moved"
    case .phone: "A phone was used"
    case .computer: "A computer was used"
    case .something: "A device reported in"
    case .link: "A check-in link was used"
    }
  }
}
