extension UserData {
  /// The member's view of themselves.
  public init(
    _ person: Person, watch: Watch, manualAlert: Alert?, travel: Travel? = nil,
    alarms: [AlarmFacts] = []
  ) {
    self.init(
      id: person.id, profile: person.profile, phoneNumber: person.phoneNumber,
      phoneRegion: person.phoneRegion, email: person.email, profileImageURL: person.picture?.url,
      checkInInterval: watch.interval, gracePeriod: watch.grace, lastCheckedIn: watch.lastCheckIn,
      deadline: watch.deadline,
      checkInTimes: watch.times, pausedUntil: watch.pausedUntil, resumedAt: watch.resumedAt,
      travel: travel.map(TravelData.init), alarms: alarms.map(AlarmData.init),
      isNonResponsive: watch.stage == .missed, qrCodeID: person.qrCode,
      preferences: person.notifications, language: person.language,
      manualAlertActive: manualAlert != nil,
      manualAlertTimestamp: manualAlert?.startedAt, profileComplete: person.profileComplete,
      createdAt: person.createdAt, lastUpdated: person.updatedAt,
      lastSignInTime: person.lastSignInAt)
  }
}

extension ContactInfo {
  /// The public view for a stranger who knows the code: the name and a masked number.
  public init(_ person: Person) {
    self.init(
      id: person.id, firstName: person.profile.firstName, lastName: person.profile.lastName,
      phoneNumber: PhoneNumber(person.phoneNumber, region: person.phoneRegion)?.masked ?? "")
  }
}
