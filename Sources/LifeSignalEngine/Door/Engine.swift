import Foundation
public import LifeSignalModel
public import Logging
import Synchronization

/// The safety network: the one door for every change, and the reads that each viewer may make.
///
/// Thread-safe and without a queue of its own; concurrent commands meet in the ledger, which may
/// commit many of them together.
public final class Engine: Sendable {
  public let clock: any ServerClock
  public let configuration: EngineConfiguration
  let ledger: any Ledger
  let couriers: [ChannelKind: any Courier]
  let ids: IDGenerator
  let secrets: any Secrets
  let channels: ChannelKinds
  let logger: Logger
  let feed = ChangeFeed()
  let watchNudge = Nudge()
  let dispatchNudge = Nudge()
  let throttle: Throttle<Person.ID>
  /// Codes to addresses that may be anyone's, by network.
  let networkThrottle: Throttle<String>
  /// The same over a day: one network must not use up a country's codes.
  let networkDayThrottle: Throttle<String>
  /// Codes paid from the members' share: one network must not use that up either.
  let membersDayThrottle: Throttle<String>
  /// Codes to a member's own number, by member: as many as one network may request.
  let ownCodeThrottle: Throttle<Person.ID>
  /// Answers to texts: a machine that answers our texts must not be answered for ever.
  let replyThrottle = Throttle<Person.ID>(burst: 10, perSecond: 10.0 / 3_600)
  /// The same for texts that carry the mark of our message.
  let provenReplyThrottle = Throttle<Person.ID>(burst: 10, perSecond: 10.0 / 3_600)
  /// Signals of devices, by the hash of their tokens: a device that floods slows down only itself.
  let thingThrottle = Throttle<Data>(burst: 120, perSecond: 2)
  /// Codes to addresses of a person's own choosing: no stranger's mailbox must be flooded.
  let channelCodeThrottle = Throttle<Person.ID>(burst: 10, perSecond: 10.0 / 3_600)
  /// Test messages that people send to themselves cost as much as others.
  let testThrottle = Throttle<Person.ID>(burst: 5, perSecond: 5.0 / 3_600)
  /// Keys for programs and devices.
  let keyThrottle = Throttle<Person.ID>(burst: 20, perSecond: 20.0 / 3_600)
  let guesses = GuessLimits()
  /// Passkey requests of visitors' browsers, by network: those that a person has tapped for.
  let passkeyThrottle = Throttle<String>(burst: 60, perSecond: 60.0 / 900)
  /// Passkey requests that pages make automatically: however many pages are open, they use none of
  /// the others' limit.
  let suggestionThrottle = Throttle<String>(burst: 240, perSecond: 240.0 / 900)
  /// Looks at invitations by visitors, by network.
  let invitationThrottle = Throttle<String>(burst: 60, perSecond: 60.0 / 900)
  /// Requests to re-authenticate: a signed-in person never waits because of others on their
  /// network.
  let proofThrottle = Throttle<Person.ID>(burst: 60, perSecond: 60.0 / 900)
  let passkeyChallenges = PasskeyChallenges()
  let pulse: Pulse
  let tally = Tally()
  let damage = Damage()
  let carriers = CarrierRecord()
  let lastBeat = Mutex<Beat?>(nil)
  /// How many seconds of a set-back of the clock have not been corrected everywhere yet.
  let unfinishedSetBack = Mutex<TimeInterval>(0)

  /// - Parameters:
  ///   - couriers: one per kind of channel. Deliveries of other kinds wait until they have a
  ///     courier.
  ///   - ids: with a node number of its own for every process on the same ledger.
  public init(
    ledger: any Ledger, couriers: [ChannelKind: any Courier] = [:],
    clock: any ServerClock = SystemClock(),
    configuration: EngineConfiguration = EngineConfiguration(), ids: IDGenerator = IDGenerator(),
    entropy: Entropy = .system, logger: Logger = Logger(label: "lifesignal.engine")
  ) {
    self.ledger = ledger
    self.couriers = couriers
    self.clock = clock
    self.configuration = configuration
    self.ids = ids
    secrets = KeyedSecrets(
      entropy: entropy, codeKey: configuration.codeKey,
      checkInCodeKey: configuration.checkInCodeKey)
    channels = ChannelKinds(
      signUp: configuration.signUpChannels, offered: configuration.offeredChannels,
      able: configuration.ableChannels.union(configuration.offeredChannels),
      carried: Set(couriers.keys), signIn: configuration.signInMeans)
    self.logger = logger
    pulse = Pulse(on: clock)
    throttle = Throttle(
      burst: configuration.requestBurst, perSecond: configuration.requestsPerSecond)
    let codes = configuration.auth.codesPerNetwork
    let perSecond = Double(codes) / configuration.auth.window
    networkThrottle = Throttle(burst: codes, perSecond: perSecond)
    ownCodeThrottle = Throttle(burst: codes, perSecond: perSecond)
    let perDay = configuration.auth.codesPerNetworkAndDay
    networkDayThrottle = Throttle(burst: perDay, perSecond: Double(perDay) / AuthLimits.day)
    let ofMembers = configuration.auth.membersCodesPerNetworkAndDay
    membersDayThrottle = Throttle(burst: ofMembers, perSecond: Double(ofMembers) / AuthLimits.day)
  }

  /// Carries out one command, or refuses it.
  ///
  /// When this returns, the change is durable and the feed has been notified. Cancelling the task
  /// does not undo a committed change.
  /// - Throws: ``Refusal`` for what the asker can understand, ``LedgerError`` when storage fails.
  @discardableResult
  public func perform<C: Command>(_ command: C, by asker: C.Asker) async throws -> C.Answer {
    try await admit(C.terms, C.name, by: asker.actor) { try await carryOut(command, by: asker) }
  }

  /// The same for a caller of any kind.
  /// - Throws: also ``Refusal/notSignedIn`` and ``Refusal/notAllowed`` for the wrong kind.
  @discardableResult
  public func perform<C: Command>(_ command: C, by actor: Actor) async throws -> C.Answer {
    try await admit(C.terms, C.name, by: actor) {
      try await carryOut(command, by: C.Asker(actor))
    }
  }

  /// - Parameter lane: nil for that of the command's terms.
  func carryOut<C: Command>(
    _ command: C, by asker: C.Asker, in lane: WriteLane? = nil
  ) async throws -> C.Answer {
    try command.check()
    // What keeps a person safe waits for no re-authentication and no limit.
    guard !C.terms.isVital else {
      return try await commit(in: lane ?? C.terms.lane) { tx, moment in
        let facts = try command.facts(by: asker, from: tx, at: moment)
        return try command.decide(facts, by: asker, at: moment)
      }
    }
    if let budget = C.terms.budget {
      // Counted before the decision: a request that is refused later has had its cost too.
      try take(budget, by: asker, at: clock.now)
    }
    // A lost race is decided again, and still is one request.
    let isCounted = Atomic(false)
    return try await commit(in: lane ?? C.terms.lane) { [self] tx, moment in
      let facts = try command.facts(by: asker, from: tx, at: moment)
      let decided = try command.decide(facts, by: asker, at: moment)
      // A command that would be refused anyway does not ask for re-authentication.
      let (demands, actor) = (decided.decision.demands, asker.actor)
      try check(demands, by: actor, in: tx, at: moment.now)
      if !isCounted.load(ordering: .relaxed),
        try take(demands, by: asker, at: moment.now)
      {
        isCounted.store(true, ordering: .relaxed)
      }
      return decided
    }
  }

  /// The answer to one query of a member, from one snapshot.
  public func answer<Q: Query>(_ query: Q, to me: Member) async throws -> Q.Answer {
    let now = clock.now
    let read: @Sendable (any LedgerSnapshot) throws -> Q.Answer = { [self] tx in
      try query.answer(to: me, from: tx, at: moment(at: now))
    }
    return Q.self is any BriefQuery.Type
      ? try await ledger.glance(read) : try await ledger.read(read)
  }

  /// Applies the rate limit, writes the security log, and counts vital requests that a damaged
  /// database lost.
  /// - Parameter name: for the log; made only where a line is written.
  func admit<Value>(
    _ terms: Terms, _ name: @autoclosure () -> String, by actor: Actor,
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      if !terms.isVital {
        if let person = actor.person, let wait = throttle.take(person, at: clock.now) {
          throw Refusal.tooManyRequests(retryAfter: wait)
        }
        // A full or stuck disk must not fill the memory too. Check-ins, alerts and
        // the loops that call for help are never turned away.
        if terms.urgency != .judgedLater { try turnAwayIfBehind(in: terms.lane) }
      }
      let value = try await work()
      note(terms, name())
      return value
    } catch let refusal as Refusal {
      note(terms, name(), refused: refusal)
      throw refusal
    } catch LedgerError.corrupt(let reason) {
      // What else refuses it, such as a full disk, refuses the heartbeat too, which health reports.
      if actor != .system, terms.isVital || terms.urgency == .judgedLater {
        damage.requestLost(at: clock.now)
      }
      throw LedgerError.corrupt(reason)
    }
  }

  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)`` while too many writes wait in the ledger's backlog,
  ///   or while the background lane is full and `lane` is that lane.
  func turnAwayIfBehind(in lane: WriteLane) throws {
    guard
      ledger.backlog >= configuration.mostWaitingWrites
        || lane == .background
          && ledger.waitingWrites(in: lane) >= configuration.mostWaitingInBackground
    else { return }
    throw Refusal.tooManyRequests(retryAfter: 1)
  }

  /// The changes for this viewer from now on, merged while the reader is busy. Ends with its task.
  ///
  /// Follow first, read afterwards: then no change is missed.
  public func changes(for viewer: Person.ID) -> AsyncStream<ChangeSet> {
    feed.changes(for: viewer)
  }

  /// The same without a waiting task: calls `tell` for every change as long as the subscription
  /// exists.
  ///
  /// - Parameter tell: called on the thread of the committer, which waits for it: it must only take
  ///   a note.
  public func follow(
    _ viewer: Person.ID, _ tell: @escaping @Sendable (ChangeSet) -> Void
  ) -> ChangeSubscription {
    feed.follow(viewer, tell)
  }
}
