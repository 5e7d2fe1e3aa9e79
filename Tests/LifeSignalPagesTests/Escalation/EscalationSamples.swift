import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  static var escalation: [(name: String, state: AppFeature.State)] {
    [
      ("order", app(changed(.responders) { $0.responders.plan = ordering })),
      ("order-everyone", app(changed(.responders) { $0.responders.plan = together })),
      ("order-empty", app(changed(.responders) { $0.responders.plan = .init(responders: []) })),
      ("alarm", looking(at: margaretsAlarm())),
      ("alarm-unanswered", looking(at: margaretsAlarm(isUnanswered: true))),
      ("alarm-held", looking(at: margaretsAlarm(holder: "2002", name: "Carl Okafor"))),
      ("alarm-mine-held", looking(at: margaretsAlarm(holder: user.id, name: "Sarah Johnson"))),
      (
        "alarm-hand-over",
        looking(at: margaretsAlarm(holder: user.id, name: "Sarah Johnson")) {
          $0.isHandingOver = true
        }
      ),
      ("alarm-own", looking(at: margaretsAlarm(of: user.id))),
      ("alarm-unreachable", looking(at: unreachable)),
      ("alarm-own-held", looking(at: ownHeld)),
      ("alarm-joining", looking(at: altered(margaretsAlarm()) { $0.mayHold = false })),
      ("alarm-reached-question", looking(at: calledToo()) { $0.isReachedAsked = true }),
      ("alarm-manual-reached", looking(at: calledToo(.manual, isReached: true))),
      ("emergency-bar", putAside(.missedCheckIn)),
      ("emergency-bar-duress", putAside(.duress)),
      ("alarm-over", looking(at: margaretsAlarm()) { $0.isOver = true }),
      ("contact-alarm", app(contact(alarmed))),
      ("check-in-alarm", ownAlarm),
      ("alarm-silent", looking(at: silentAlarm())),
      ("alarm-silent-held", looking(at: silentAlarm(holder: user.id))),
      ("alarm-silent-end", looking(at: silentAlarm(holder: user.id)) { $0.isEndAsked = true }),
      ("rehearsal", rehearsing(rehearsal)),
      (
        "rehearsal-holes",
        rehearsing(
          Rehearsal(holes: [
            .nothingPromised, .noResponders, .noReminder, .unreachable("2001", name: "Bea Sommer"),
            .notWanted("2002", name: "Carl Okafor"), .onlyOne(name: "June Park"),
          ]))
      ),
      (
        "rehearsal-missed", rehearsing(Rehearsal(holes: [.missed(isContacting: true, holder: nil)]))
      ),
    ]
  }

  static func margaretsAlarm(
    of person: Person.ID = margaret.id, holder: Person.ID? = nil, name: String? = nil,
    isUnanswered: Bool = false
  ) -> AlarmDetails {
    var details = AlarmDetails(
      alarm: AlarmData(
        id: "9001", kind: .missedCheckIn, startedAt: ago(12), holder: holder, holderName: name,
        heldSince: holder.map { _ in ago(6) }, isUnanswered: isUnanswered, toldCount: 4,
        nextCallAt: holder == nil ? ago(-3) : nil),
      personID: person, personName: person == user.id ? "Sarah Johnson" : margaret.name,
      recipients: [
        .init(
          id: "2002", name: "Carl Okafor", calledAt: ago(12), rung: .opened, reachedAt: ago(8)),
        .init(id: "2001", name: "Bea Sommer", calledAt: ago(12), rung: .shown, reachedAt: ago(11)),
        .init(id: "2005", name: "June Park", calledAt: ago(7), rung: .accepted, reachedAt: ago(7)),
        .init(id: "2006", name: "Erik Sand", calledAt: ago(7), isUnreachable: true),
      ],
      waiting: [.init(id: "2007", name: "Dana Weiss")])
    if person == user.id { details.replyMark = "A3F7" }
    return details
  }

  /// Margaret's, about which the viewer was contacted.
  static func calledToo(
    _ kind: Alert.Kind = .missedCheckIn, isReached: Bool = false
  ) -> AlarmDetails {
    altered(margaretsAlarm()) {
      $0.alarm.kind = kind
      $0.recipients.append(
        .init(
          id: user.id, name: "Sarah Johnson", calledAt: ago(12), rung: .opened, reachedAt: ago(5)))
      if isReached { $0.recipients[0].metAt = ago(4) }
    }
  }

  /// Margaret's alert and a second one, after the viewer has put them aside.
  static func putAside(_ kind: Alert.Kind) -> AppFeature.State {
    var contact = margaret
    contact.alarms = [margaretsAlarm().alarm]
    contact.alarms[0].kind = kind
    var other = tomas
    other.alarms = [AlarmData(id: "9002", kind: .travel, startedAt: ago(3), toldCount: 1)]
    return app(
      changed(.checkIn) {
        $0.contacts.contacts[id: contact.id] = contact
        $0.contacts.contacts[id: other.id] = other
      })
  }

  /// The viewer's own, while every message was given up.
  static var unreachable: AlarmDetails {
    altered(margaretsAlarm(of: user.id, isUnanswered: true)) {
      $0.alarm.toldCount = 0
      $0.alarm.isUnreachable = true
      $0.recipients = $0.recipients.suffix(2).map {
        AlarmDetails.Recipient(
          id: $0.id, name: $0.name, calledAt: $0.calledAt, isUnreachable: true)
      }
      $0.waiting = []
    }
  }

  /// The viewer's own, which one responder has and another one joined.
  private static var ownHeld: AlarmDetails {
    altered(margaretsAlarm(of: user.id, holder: "2002", name: "Carl Okafor")) {
      $0.recipients[1].isComing = true
    }
  }

  private static func altered(
    _ details: AlarmDetails, _ change: (inout AlarmDetails) -> Void
  ) -> AlarmDetails {
    var details = details
    change(&details)
    return details
  }

  /// Of those who were chosen for it alone.
  private static func silentAlarm(holder: Person.ID? = nil) -> AlarmDetails {
    var details = margaretsAlarm(holder: holder, name: holder.map { _ in "Sarah Johnson" })
    details.alarm.kind = .duress
    details.recipients = Array(details.recipients.prefix(2))
    details.waiting = []
    details.emergencyNote = "Spare key at number 12. The dog is friendly."
    return details
  }

  private static func looking(
    at details: AlarmDetails, _ change: (inout AlarmFeature.State) -> Void = { _ in }
  ) -> AppFeature.State {
    var state = app(mainTab(.dependents))
    var alarm = AlarmFeature.State(id: details.alarm.id, me: user.id)
    alarm.details = details
    change(&alarm)
    state.alarm = alarm
    return state
  }

  private static var ordering: EscalationPlanFeature.State {
    EscalationPlanFeature.State(
      responders: [bea, carl],
      plan: EscalationPlan(
        steps: [.init(responders: [bea.id], wait: 300), .init(responders: [carl.id], wait: 600)],
        rounds: 2))
  }

  private static var together: EscalationPlanFeature.State { .init(responders: [bea, carl]) }

  private static var alarmed: ContactData {
    var contact = tomas
    contact.alarms = [margaretsAlarm().alarm]
    return contact
  }

  private static func rehearsing(_ rehearsal: Rehearsal) -> AppFeature.State {
    app(
      changed(.checkIn) {
        $0.checkIn.rehearsal = .init()
        $0.checkIn.rehearsal?.rehearsal = rehearsal
      })
  }

  private static var rehearsal: Rehearsal {
    func message(
      _ minutes: Double, _ event: NotificationEvent, _ person: ContactData? = nil,
      _ isForAll: Bool = false
    ) -> Rehearsal.Message {
      Rehearsal.Message(
        at: ago(-minutes), event: event, person: person?.id ?? user.id,
        name: person?.name ?? "Sarah Johnson", channel: .sms, isForAll: isForAll)
    }
    return Rehearsal(
      alarmAt: ago(-130),
      messages: [
        message(0, .checkInReminder2Hours), message(120, .checkInExpired),
        message(130, .dependentNonResponsive, bea),
        message(135, .dependentNonResponsive, carl),
        message(145, .dependentNonResponsive, bea, true),
        message(145, .dependentNonResponsive, carl, true),
      ])
  }

  private static var ownAlarm: AppFeature.State {
    var state = app(changed(.checkIn, late))
    state.user.userData?.alarms = [margaretsAlarm(of: user.id).alarm]
    return state
  }
}
