import Foundation

/// What the rules want done: committed as one transaction, or not at all.
public struct Decision: Equatable, Sendable {
  public var outcome: Outcome
  public var events: [Event]
  public var mutations: [Mutation]
  public var notifications: [NotificationRecord]
  public var deliveries: [Delivery]
  /// Entries of the logs in which the watched read who looked and asked.
  public var activities: [Activity]
  /// Entries of the record of what happened and who was told, in the order they are numbered in.
  public var timeline: [TimelineDraft]
  /// Whose view changes, and which parts of it.
  public var changes: [Person.ID: ChangeSet]
  /// Told to the actor after the commit: a wrong code is refused, but the try must count.
  public var refusal: Refusal?

  public init(_ outcome: Outcome = .done, events: [Event] = [], mutations: [Mutation] = []) {
    self.outcome = outcome
    self.events = events
    self.mutations = mutations
    notifications = []
    deliveries = []
    activities = []
    timeline = []
    changes = [:]
    refusal = nil
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
  /// The first channel is due at once, each further one when the one before has had its time: see
  /// ``Rung`` and ``Channel/ladder(_:)``. In the recipient's quiet hours what is no alarm waits, or
  /// goes by a channel that is not quiet. A ``SecurityNotice`` goes by all of them.
  /// - Parameter alert: the alarm it is about, so that it can be seen who knows of it.
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
    if SecurityNotice.isOne(entry.dedupeKey) { steps = steps.map(\.forItself) }
    recordTelling(
      person.id, notice, about: alert,
      on: Channel.ways(steps.map { ($0.rank, $0.channel) }), at: moment)
    let words = moment.translations[person.language ?? .english]
    for step in steps {
      let id = moment.mint()
      let late = step.waits ? notice.bodyAfterWaiting : nil
      let channel = step.channel
      deliveries.append(
        Delivery(
          id: Delivery.ID(id), dedupeKey: "\(entry.dedupeKey):\(channel.id)",
          idempotencyKey: "lifesignal-\(id)", person: person.id, notification: entry.id,
          channel: channel.id, kind: channel.kind, address: channel.address,
          title: words.say(notice.pushTitle ?? notice.title),
          body: words.say(late ?? notice.pushBody ?? notice.message),
          priority: priority, createdAt: moment.now, nextAttemptAt: step.at.storable,
          giveUpAt: ((step.waits ? step.at : moment.now) + priority.patience).storable,
          alert: alert, rank: step.rank))
    }
  }
}
