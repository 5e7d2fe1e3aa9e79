extension ContactData {
  /// One entry of the viewer's network, without everything that the viewer may not see.
  ///
  /// Before acceptance only the name and the requested roles. After it, number, picture and note
  /// are seen by both; check-in, interval, lateness and alert only by a responder of that person.
  public init(_ facts: ContactFacts) {
    let relation = facts.relation
    self.init(
      id: relation.peer, name: facts.peer.name, relation: relation.status,
      isResponder: relation.isResponder, isDependent: relation.isDependent,
      dateAdded: relation.addedAt, lastUpdated: relation.updatedAt,
      nickname: relation.nickname, notes: relation.notes, sendPings: relation.sendPings,
      receivePings: relation.receivePings, notifyOnCheckIn: relation.notifyOnCheckIn,
      notifyOnExpiry: relation.notifyOnExpiry, responderRequest: relation.responderRequest)
    guard relation.status == .accepted else { return }
    phoneNumber = facts.peer.phoneNumber
    show(facts.peer.profile)
    profileImageURL = facts.peer.picture?.url
    if relation.isResponder, let ping = facts.incomingPing {
      hasIncomingPing = true
      incomingPingTimestamp = ping.sentAt
      incomingPingID = ping.id
    }
    if relation.isResponder {
      mutesMissedCheckIns =
        facts.peerNotifiesOnExpiry == false || !facts.peer.notifications.alertNotifications
    }
    guard relation.isDependent else { return }
    if let ping = facts.outgoingPing {
      hasOutgoingPing = true
      outgoingPingTimestamp = ping.sentAt
      outgoingPingID = ping.id
    }
    if let alert = facts.manualAlert {
      manualAlertActive = true
      manualAlertTimestamp = alert.startedAt
      manualAlertID = alert.id
    }
    if let watch = facts.watch {
      lastCheckedIn = watch.lastCheckIn
      checkInInterval = watch.interval
      gracePeriod = watch.grace
      isNonResponsive = watch.stage == .missed
      deadline = watch.deadline
      pausedUntil = watch.pausedUntil
    }
    alarms = facts.alarms.map(AlarmData.init)
    // The note stays private until the alert fires: before that the responders do not even see the
    // trip.
    travelAlarm = facts.travel.flatMap(TravelAlarm.init)
  }
}
