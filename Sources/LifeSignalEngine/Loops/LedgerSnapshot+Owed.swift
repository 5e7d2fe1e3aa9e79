import Foundation
import LifeSignalModel

extension LedgerSnapshot {
  /// Whether a promised message is to be sent now. The last message about an alert must be true: an all-clear
  /// waits until no message of its alert can follow it, and while its person has another alert on.
  /// - Parameter kinds: the channels that have a courier. A message on any other channel follows nothing.
  func fate(of delivery: Delivery, carriedBy kinds: Set<ChannelKind>) throws -> Fate {
    guard try isOwed(delivery) else { return .withdrawn }
    guard case .allClear(let person) = delivery.premise else { return .owed }
    for alert in try openAlerts(of: person) {
      if alert.kind == .duress {
        // The timeline shows its person which messages were sent: only news of another duress alert waits.
        // Nothing else reads this alert further, because damage to it would hold the message.
        if delivery.isEndOfDuress, try audience(of: alert).contains(delivery.person) {
          return .held
        }
      } else {
        return try escalation(alert.id).map { try hearsEnd(of: alert, $0, delivery.person) } == true
          ? .withdrawn : .held
      }
    }
    guard let alert = delivery.alert else { return .owed }
    let mayFollow = try calls(about: alert, to: delivery.person).contains { call in
      guard kinds.contains(call.kind) else { return false }
      return try call.state == .leased || call.state == .ready && isOwed(call)
    }
    return mayFollow ? .held : .owed
  }

  /// The message in the words it is sent with. To a responder who may know of a duress alert, an all-clear does
  /// not claim that its person is safe, and every message about another alert says not to call or text. If
  /// the duress alert cannot be read, the message goes out unchanged.
  func worded(_ delivery: Delivery, in translations: Translations) -> Delivery {
    guard let owner = delivery.personInDanger,
      let alert = try? openAlert(of: owner, kind: .duress), alert.id != delivery.alert,
      (try? mayKnow(delivery.person, of: alert)) == true,
      let person = try? self.person(owner)
    else { return delivery }
    let language = (try? self.person(delivery.person))?.language ?? .english
    return delivery.duringDuress(of: person, in: translations[language])
  }

  /// Whether this responder gets an all-clear when this alert ends.
  private func hearsEnd(
    of alert: Alert, _ escalation: Escalation, _ responder: Person.ID
  ) throws -> Bool {
    guard let person = try person(responder) else { return false }
    return escalation.hasMessageAtEnd(
      of: alert.kind, to: person, try relation(of: responder, with: alert.person))
  }

  /// The messages that called this person for help in this alert.
  private func calls(about alert: AlertRecord.ID, to person: Person.ID) throws -> [Delivery] {
    try deliveries(about: alert, to: person).filter { $0.calledAlarm != nil }
  }

  /// Whether a promised message is still to be sent, now or later. Between the promise and a late attempt a
  /// relation may have ended, a ping been cleared, or a check-in been made.
  func isOwed(_ delivery: Delivery) throws -> Bool {
    switch delivery.premise {
    case .responderOf(let person), .allClear(let person):
      return try watches(delivery.person, person)
    case .call(let person, let alert):
      // When the alert cannot be found, the message is sent rather than withheld.
      guard try watches(delivery.person, person) else { return false }
      let stored = try self.alert(alert)
      // A person who called for help by hand may have been forced to end the alert, so each responder
      // still gets the first message about it.
      if let stored, !stored.isOpen {
        return try delivery.priority == .alert && isFirstWord(delivery, of: stored)
      }
      // A second code is announced to the holder too.
      guard !delivery.isOfAnotherDuressCode else { return true }
      guard let escalation = try escalation(alert) else { return true }
      if escalation.isCalling { return !escalation.isHelping(delivery.person) }
      // The responder who has the alert may be the danger, so the first message to each other responder
      // still goes out on every channel.
      return try !escalation.isHelping(delivery.person)
        && delivery.isFirstCall(among: calls(about: alert, to: delivery.person))
    case .alarm(let person, let alert):
      return try self.alert(alert)?.isOpen ?? true && watches(delivery.person, person)
    case .answer(let person, let alert, let answer):
      guard try self.alert(alert)?.isOpen ?? true, try watches(delivery.person, person) else {
        return false
      }
      return try escalation(alert)?.holds(answer) ?? true
    case .ownAnswer(let alert, let answer):
      return try escalation(alert)?.holds(answer) ?? true
    case .request(let asker):
      let relation = try relation(of: delivery.person, with: asker)
      return relation?.status == .requestedByThem || relation?.responderRequest == .requestedByThem
    case .pendingPing(let id):
      return try ping(id)?.status == .pending
    case .deadline(let gen):
      return try watch(of: delivery.person)?.gen == gen
    case .travel(let id, let gen):
      let travel = try travel(id)
      return travel?.gen == gen && travel?.isOpen == true && travel?.isOverdue == false
    case .withoutResponders:
      return try responders(of: delivery.person).isEmpty
    case nil:
      return true
    }
  }

  /// Whether the recipient may still know nothing. A newer alert of the same kind has messages of its own.
  private func isFirstWord(_ delivery: Delivery, of alert: Alert) throws -> Bool {
    guard delivery.isFirstWord(among: try calls(about: alert.id, to: delivery.person)) else {
      return false
    }
    guard let newest = try alerts(of: alert.person, kind: alert.kind, limit: 1).first,
      newest.id != alert.id
    else { return true }
    return try escalation(newest.id)?.told.contains(delivery.person) != true
  }

  private func watches(_ responder: Person.ID, _ person: Person.ID) throws -> Bool {
    let relation = try relation(of: responder, with: person)
    return relation?.status == .accepted && relation?.isDependent == true
  }
}

/// What becomes of a message whose turn has come.
enum Fate: Equatable {
  case owed
  /// It is true only later: its turn comes again.
  case held
  case withdrawn
}

extension LedgerTransaction {
  /// A message that called for help in an alert that has ended has a result: the all-clear that waited for it
  /// is due now.
  func releaseAllClear(after call: Delivery, at now: Date) throws {
    guard call.calledAlarm != nil, let id = call.alert, try alert(id)?.isOpen == false else {
      return
    }
    let entries = try deliveries(about: id, to: call.person).filter {
      $0.isAllClear && $0.state == .ready
        && $0.nextAttemptAt <= now + DispatchLoop.holding.upperBound
    }.compactMap(\.notification)
    for entry in Set(entries) { _ = try apply(.advanceDelivery(entry, to: now.storable)) }
  }
}

extension Delivery {
  /// Whether an event can make it false between the claim and the carrier.
  var isNewsOfAlert: Bool {
    switch premise {
    case .allClear, .answer: true
    default: false
    }
  }
}
