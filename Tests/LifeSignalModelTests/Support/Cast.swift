import Foundation
import LifeSignalModel

/// Mara checks in; Theo and Ines respond.
enum Cast {
  static let start = Date(milliseconds: 1_767_600_000_000)

  static let mara = recipient("1", "Mara", "Lindqvist")
  static let theo = recipient("2", "Theo", "Okafor")
  static let ines = recipient("3", "Ines", "Castellano")

  static func recipient(
    _ id: Person.ID, _ firstName: String, _ lastName: String, channels: Int = 1
  ) -> Recipient {
    Recipient(
      person: Person(
        id: id,
        profile: Profile(
          firstName: firstName, lastName: lastName, emergencyNote: "Note of \(firstName)"),
        phoneNumber: "+1555010000\(id)", qrCode: QRCodeID(rawValue: "CODE-\(id)"),
        profileComplete: true, createdAt: start, updatedAt: start, lastSignInAt: start),
      channels: (0..<channels).map { number in
        Channel(
          id: Channel.ID(rawValue: "\(id)\(number)"), person: id, kind: .sms,
          address: "+1555010000\(id)", createdAt: start)
      })
  }

  /// A moment `seconds` after the start; ids count from 100.
  static func moment(_ seconds: TimeInterval = 0) -> Moment {
    var last: Int64 = 99
    return Moment(now: start + seconds) {
      last += 1
      return last
    }
  }

  /// Both sides of an accepted relation in which `peer` responds for `owner`, or as told.
  static func relation(
    _ owner: Recipient, _ peer: Recipient, isResponder: Bool = true, isDependent: Bool = false,
    status: RelationStatus = .accepted
  ) -> (mine: Relation, theirs: Relation) {
    let mirrored: RelationStatus =
      switch status {
      case .requestedByMe: .requestedByThem
      case .requestedByThem: .requestedByMe
      case .accepted: .accepted
      }
    return (
      Relation(
        owner: owner.person.id, peer: peer.person.id, isResponder: isResponder,
        isDependent: isDependent, status: status, addedAt: start, updatedAt: start),
      Relation(
        owner: peer.person.id, peer: owner.person.id, isResponder: isDependent,
        isDependent: isResponder, status: mirrored, addedAt: start, updatedAt: start)
    )
  }

  static func ping(
    from sender: Recipient, to recipient: Recipient, sent seconds: TimeInterval = 0,
    status: PingStatus = .pending
  ) -> Ping {
    Ping(
      id: "7", sender: sender.person.id, recipient: recipient.person.id, sentAt: start + seconds,
      pushedAt: start + seconds, expiresAt: start + seconds + 86_400, status: status,
      closedAt: status == .pending ? nil : start + seconds)
  }

  /// Mara's watch after a check-in at the start: a day of interval, ten minutes of grace.
  static func watch(
    interval: TimeInterval = 86_400, grace: TimeInterval = 600,
    _ preferences: NotificationPreferences = NotificationPreferences()
  ) -> Watch {
    WatchSchedule.waiting(
      Watch(
        person: "1", interval: interval, grace: grace, lastCheckIn: start,
        deadline: start + interval, gen: 1),
      after: start, preferences)
  }

  static func missedWatch() -> Watch {
    var watch = watch()
    watch.stage = .missed
    watch.nextFireAt = nil
    return watch
  }

  static func facts(_ watch: Watch = watch(), _ change: (inout CheckInFacts) -> Void = { _ in })
    -> CheckInFacts
  {
    var facts = CheckInFacts(me: mara, watch: watch, peers: ["2", "3"])
    change(&facts)
    return facts
  }
}

extension Decision {
  /// Who was told what, in order.
  var told: [String] { notifications.map { "\($0.person) \($0.event.rawValue)" } }

  var closedPings: [Ping] {
    mutations.compactMap { if case .updatePing(let ping, _) = $0 { ping } else { nil } }
  }

  /// The watch as it is stored after this decision.
  var watch: Watch? {
    mutations.compactMap { if case .updateWatch(let watch, _) = $0 { watch } else { nil } }.last
  }
}
