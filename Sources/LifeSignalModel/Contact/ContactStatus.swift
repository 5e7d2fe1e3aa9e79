/// A contact's situation, as the owner of the list sees it.
public enum ContactStatus: String, CaseIterable, Equatable, Codable, Sendable {
  case active
  case nonResponsive
  case alertActive
  case pendingPing

  /// The first that applies wins: alert, lateness, a ping of mine still open, all well.
  public init(alertActive: Bool, nonResponsive: Bool, pinged: Bool) {
    self =
      if alertActive {
        .alertActive
      } else if nonResponsive {
        .nonResponsive
      } else if pinged {
        .pendingPing
      } else {
        .active
      }
  }
}

/// Whether both sides agreed to know about each other.
public enum RelationStatus: String, CaseIterable, Equatable, Codable, Sendable {
  /// I asked; the other side has not answered.
  case requestedByMe
  /// The other side asked; I have not answered.
  case requestedByThem
  /// Both agreed. Only now does either see the other's status or receive anything.
  case accepted

  /// The same as the other side sees it.
  public var mirrored: RelationStatus {
    switch self {
    case .requestedByMe: .requestedByThem
    case .requestedByThem: .requestedByMe
    case .accepted: .accepted
    }
  }
}
