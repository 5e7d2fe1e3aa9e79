extension TokenScope {
  /// A few words for the person who chooses the scope.
  public var phrase: Phrase {
    switch self {
    case .read: "Read"
    case .checkIn: "Check in"
    case .ping: "Send pings"
    case .alert: "Alerts"
    case .contacts: "Change contacts"
    case .account: "Profile and settings"
    }
  }

  /// A sentence that explains what the scope allows.
  public var detail: Phrase {
    switch self {
    case .read: "See everything you see, and follow what changes."
    case .checkIn: "Check in, answer pings, start and end travel timers."
    case .ping: "Ask the people you look after whether they are OK."
    case .alert: "Start and end your alert, and answer the alerts of others."
    case .contacts: "Add, change and remove contacts."
    case .account: "Change your profile, plan and settings, and download your data."
    }
  }
}
