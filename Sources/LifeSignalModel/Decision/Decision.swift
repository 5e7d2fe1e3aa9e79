import Foundation

/// The changes the rules ask for: committed as one transaction, or not at all.
public struct Decision: Equatable, Sendable {
  public var outcome: Outcome
  public var events: [Event]
  public var mutations: [Mutation]
  public var notifications: [NotificationRecord]
  public var deliveries: [Delivery]
  /// Entries for the logs in which watched people read who viewed and pinged them.
  public var activities: [Activity]
  /// Entries for the record of what happened and who was notified, in the order of their numbers.
  public var timeline: [TimelineDraft]
  /// Those of the notices that must also reach channels the person has just lost.
  public var warnings: [Warning]
  /// The people whose views change, and which parts of them.
  public var changes: [Person.ID: ChangeSet]
  /// Returned to the actor after the commit: a wrong code is refused, but the attempt must count.
  public var refusal: Refusal?
  /// Conditions that the door checks before the commit.
  public var demands: Set<Demand>
  /// What the door passes to a courier right after the commit, and stores nowhere.
  public var code: CodeToSend?

  public init(_ outcome: Outcome = .done, events: [Event] = [], mutations: [Mutation] = []) {
    self.outcome = outcome
    self.events = events
    self.mutations = mutations
    notifications = []
    deliveries = []
    activities = []
    timeline = []
    warnings = []
    changes = [:]
    refusal = nil
    demands = []
    code = nil
  }

  /// A decision whose refusal comes only after the demands: a request that the rules refuse takes
  /// from the limits too.
  static func refused(_ refusal: Refusal) -> Decision {
    var decision = Decision()
    decision.refusal = refusal
    return decision
  }

  /// Requires re-authentication for a change that weakens the promise.
  mutating func requireProof(if isWeaker: Bool = true) {
    if isWeaker { demands.insert(.proof) }
  }

  /// Requires what every new key to the account does: re-authentication, and room in its limit.
  mutating func requireRoomForKey() {
    demands.formUnion([.proof, .budget(.keys)])
  }

  /// Notes that these parts of the viewer's page are out of date.
  public mutating func touch(_ viewer: Person.ID, _ topics: ChangeSet) {
    changes[viewer, default: []].formUnion(topics)
  }

  /// The same for several viewers.
  public mutating func touch(_ viewers: some Sequence<Person.ID>, _ topics: ChangeSet) {
    for viewer in viewers { touch(viewer, topics) }
  }

  /// Enters `notice` in the recipient's notification centre and promises it to each of the
  /// channels the recipient wants such notices on.
  ///
  /// The first channel is due immediately, each further one after the time limit of the one before:
  /// see ``Rung`` and ``Channel/ladder(_:)``. During the recipient's quiet hours everything except
  /// alerts waits, or goes by a channel that is not quiet. A ``SecurityNotice`` goes by all
  /// channels.
  /// - Parameter alert: the alert it is about, so that pages can show who knows of it.
  public mutating func tell(
    _ recipient: Recipient, _ notice: Notice, about alert: AlertRecord.ID? = nil, at moment: Moment
  ) {
    let person = recipient.person
    let entry = notice.entry(
      id: NotificationData.ID(moment.mint()), for: person.id, at: moment.now)
    notifications.append(entry)
    touch(person.id, .notifications)
    guard let priority = notice.push(to: person.notifications) else {
      recordTelling(person.id, notice, about: alert, on: [], at: moment)
      return
    }
    var steps = Channel.steps(recipient, priority, lapsing: notice.lapsesAt, at: moment.now)
    let isWarning = SecurityNotice.isOne(entry.dedupeKey)
    if isWarning { steps = steps.map { $0.forItself(at: moment.now) } }
    recordTelling(
      person.id, notice, about: alert,
      on: Channel.ways(steps.map { ($0.rank, $0.channel) }), at: moment)
    let words = moment.translations[person.language ?? .english]
    let title = words.say(notice.pushTitle ?? notice.title)
    let body = words.say(notice.pushBody ?? notice.message)
    for step in steps {
      let late = step.waits ? notice.bodyAfterWaiting.map(words.say) : nil
      send(entry, title, late ?? body, priority, by: step, about: alert, at: moment)
    }
    if isWarning {
      warnings.append(
        Warning(person: person.id, entry: entry, title: title, body: body, priority: priority))
    }
  }

  /// Promises one message to one channel.
  mutating func send(
    _ entry: NotificationRecord, _ title: String, _ body: String,
    _ priority: Delivery.Priority, by step: Channel.Step, about alert: AlertRecord.ID?,
    at moment: Moment
  ) {
    let (id, channel) = (moment.mint(), step.channel)
    deliveries.append(
      Delivery(
        id: Delivery.ID(id), dedupeKey: "\(entry.dedupeKey):\(channel.id)",
        idempotencyKey: "lifesignal-\(id)", person: entry.person, notification: entry.id,
        channel: channel.id, kind: channel.kind, address: channel.address, title: title, body: body,
        priority: priority, createdAt: moment.now, nextAttemptAt: step.at.storable,
        giveUpAt: ((step.waits ? step.at : moment.now) + priority.patience).storable, alert: alert,
        rank: step.rank))
  }
}
