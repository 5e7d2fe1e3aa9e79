import Foundation
public import LifeSignalModel
public import Logging
import Synchronization

/// The safety network: the one door for every change, and what each viewer may read of it.
///
/// Thread-safe and without a queue of its own; concurrent commands meet in the ledger, which may
/// commit many of them together.
public final class Engine: Sendable {
  public let clock: any ServerClock
  public let configuration: EngineConfiguration
  let ledger: any Ledger
  let couriers: [ChannelKind: any Courier]
  let ids: IDGenerator
  let entropy: Entropy
  let logger: Logger
  let feed = ChangeFeed()
  let watchNudge = Nudge()
  let dispatchNudge = Nudge()
  let throttle: Throttle<Person.ID>
  let networkThrottle: Throttle<String>
  /// The same over a day: one network must not use up a country's codes.
  let networkDayThrottle: Throttle<String>
  /// Codes that are paid for from the members' share: nor must it use up that.
  let membersDayThrottle: Throttle<String>
  /// Answers to texts: a machine that answers ours must not be answered for ever.
  let replyThrottle = Throttle<Person.ID>(burst: 10, perSecond: 10.0 / 3_600)
  /// The same for texts that carry the mark of our message.
  let provenReplyThrottle = Throttle<Person.ID>(burst: 10, perSecond: 10.0 / 3_600)
  /// Signals of things, by the hash of their tokens: one that storms slows down itself alone.
  let thingThrottle = Throttle<Data>(burst: 120, perSecond: 2)
  /// Codes to addresses of a person's own choosing: nobody else's mailbox is to be filled.
  let channelCodeThrottle = Throttle<Person.ID>(burst: 10, perSecond: 10.0 / 3_600)
  /// Messages people send to themselves cost as much as others.
  let testThrottle = Throttle<Person.ID>(burst: 5, perSecond: 5.0 / 3_600)
  /// Keys for programs and things.
  let keyThrottle = Throttle<Person.ID>(burst: 20, perSecond: 20.0 / 3_600)
  let guesses = GuessLimits()
  /// Questions to visitors' browsers, by network: those that somebody has tapped for.
  let passkeyThrottle = Throttle<String>(burst: 60, perSecond: 60.0 / 900)
  /// Those that pages ask for by themselves: however many are open, they take none of the others.
  let suggestionThrottle = Throttle<String>(burst: 240, perSecond: 240.0 / 900)
  /// Questions for proofs: whoever is signed in waits for nobody on their network.
  let proofThrottle = Throttle<Person.ID>(burst: 60, perSecond: 60.0 / 900)
  let passkeyChallenges = PasskeyChallenges()
  let pulse = Pulse()
  let tally = Tally()
  let damage = Damage()
  let carriers = CarrierRecord()
  let lastBeat = Mutex<Beat?>(nil)
  /// Seconds of a set-back of the clock after which not everything was brought forward yet.
  let unfinishedSetBack = Mutex<TimeInterval>(0)

  /// - Parameters:
  ///   - couriers: one per kind of channel. Deliveries of other kinds wait until there is one.
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
    self.entropy = entropy
    self.logger = logger
    throttle = Throttle(
      burst: configuration.requestBurst, perSecond: configuration.requestsPerSecond)
    networkThrottle = Throttle(
      burst: configuration.auth.codesPerNetwork,
      perSecond: Double(configuration.auth.codesPerNetwork) / configuration.auth.window)
    let perDay = configuration.auth.codesPerNetworkAndDay
    networkDayThrottle = Throttle(burst: perDay, perSecond: Double(perDay) / AuthLimits.day)
    let ofMembers = configuration.auth.membersCodesPerNetworkAndDay
    membersDayThrottle = Throttle(burst: ofMembers, perSecond: Double(ofMembers) / AuthLimits.day)
  }

  /// Carries out one command, or refuses it.
  ///
  /// When this returns, the change is durable and the feed has been told. Cancelling the task does
  /// not take back what has been committed.
  /// - Throws: ``Refusal`` for what the actor can understand, ``LedgerError`` when storage fails.
  @discardableResult
  public func perform(_ command: Command, by actor: Actor) async throws -> Outcome {
    do {
      let outcome = try await carryOut(command, by: actor)
      note(command)
      return outcome
    } catch let refusal as Refusal {
      note(command, refused: refusal)
      throw refusal
    }
  }

  private func carryOut(_ command: Command, by actor: Actor) async throws -> Outcome {
    if let person = actor.person, !command.isVital,
      let wait = throttle.take(person, at: clock.now)
    {
      throw Refusal.tooManyRequests(retryAfter: wait)
    }
    // A full disk or a stuck one must not fill the memory too. Who checks in or calls for help, and the
    // loops, are never turned away.
    if !command.isVital, !command.isJudgedLater { try turnAwayIfBehind(in: command.lane) }
    switch command {
    case .requestCode(let phoneNumber, let region, let network):
      return try await requestCode(phoneNumber, region, network: network, by: actor)
    case .verifyCode(let id, let code, let label):
      return try await verifyCode(id, code, label: label)
    case .updatePhoneNumber(let id, let code):
      return try await updatePhoneNumber(id, code, of: try actor.member())
    case .requestDeletionCode(let network):
      try await checkHold(by: actor)
      return try await requestDeletionCode(network: network, by: try actor.member())
    case .deleteAccount(let id, let code):
      return try await deleteAccount(id, code, of: try actor.member())
    case .requestProofCode(let network):
      return try await requestProofCode(network: network, by: try actor.member())
    case .proveIdentity(let id, let code):
      return try await proveIdentity(id, code, by: actor)
    case .signInWithPasskey(let answer, let label):
      return try await signInWithPasskey(answer, label: label)
    case .proveWithPasskey(let answer):
      return try await proveWithPasskey(answer, by: actor)
    case .registerPasskey(let answer, let name):
      return try await registerPasskey(answer, name: name, by: actor)
    case .hear(let signal, let token, let isOpened):
      return try await hear(signal, token: token, isOpened: isOpened)
    case .useCheckInCode(let code, let network):
      return try await useCheckInCode(code, network: network)
    case .requestChannelCode(let kind, let address, let network):
      return try await requestChannelCode(
        kind, address, network: network, by: try actor.member())
    case .verifyChannel(let id, let code):
      return try await verifyChannel(id, code, of: try actor.member())
    case .testChannel:
      // Counted before, like codes: what is refused afterwards has cost a request too.
      if let wait = testThrottle.take(try actor.member(), at: clock.now) {
        throw Refusal.tooManyTests(retryAfter: wait)
      }
      return try await commit { [self] tx, moment in
        try decide(command, by: actor, in: tx, at: moment)
      }
    case .createAccessToken, .addThing, .rotateThing, .makeCheckInCodes:
      return try await makeKey(command, by: actor)
    case .confirmReceipt(let token, .shown):
      let before = try await ledger.read { try $0.delivery(receiptToken: token) }
      let outcome = try await commit(in: command.lane) { [self] tx, moment in
        try decide(command, by: actor, in: tx, at: moment)
      }
      noteShown(before)
      return outcome
    case .receiveReply(let reply):
      return try await receive(reply, by: actor)
    case .setPicture(let image):
      return try await setPicture(image, of: try actor.member())
    default:
      return try await commit(in: command.lane) { [self] tx, moment in
        try decide(command, by: actor, in: tx, at: moment)
      }
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

  /// Each of them tells its owner, which costs as much as other messages. What is refused tells nobody
  /// and costs nothing: whoever holds the session and cannot prove it takes none from its owner.
  private func makeKey(_ command: Command, by actor: Actor) async throws -> Outcome {
    let me = try actor.member()
    // A lost race is decided again, and is still one key.
    let isTaken = Atomic(false)
    return try await commit { [self] tx, moment in
      let decision = try decide(command, by: actor, in: tx, at: moment)
      if !isTaken.load(ordering: .relaxed) {
        if let wait = keyThrottle.take(me, at: moment.now) {
          throw Refusal.tooManyRequests(retryAfter: wait)
        }
        isTaken.store(true, ordering: .relaxed)
      }
      return decision
    }
  }

  /// For the operator's figures: of alarms alone, and of each once.
  private func noteShown(_ delivery: Delivery?) {
    guard let delivery, delivery.isAlarm, delivery.shownAt == nil, delivery.openedAt == nil,
      let acceptedAt = delivery.acceptedAt
    else { return }
    tally.note(.shown, clock.now.timeIntervalSince(acceptedAt))
  }

  /// What changes for this viewer from now on, merged while nobody reads. Ends with its task.
  ///
  /// Follow first, read afterwards: then nothing is missed.
  public func changes(for viewer: Person.ID) -> AsyncStream<ChangeSet> {
    feed.changes(for: viewer)
  }

  /// The same without a task that waits: tells what changes for as long as the subscription is held.
  ///
  /// - Parameter tell: called on the thread of whoever has committed, who waits for it: it must only
  ///   take note.
  public func follow(
    _ viewer: Person.ID, _ tell: @escaping @Sendable (ChangeSet) -> Void
  ) -> ChangeSubscription {
    feed.follow(viewer, tell)
  }
}

extension Command {
  /// What comes due may do so for a hundred thousand at once; everything else somebody waits for, be it
  /// a carrier who brings a person's answer. But for things: they may all speak in one minute, and must
  /// keep back neither people nor alarms. And for drills and lapsed sessions, which no one waits for.
  var lane: WriteLane {
    switch self {
    case .fireDeadline, .fireTravel, .fireEscalation, .expirePing: .bulk
    case .hear, .enlistDrills, .fireDrill, .endPush: .background
    default: .prompt
    }
  }

  /// Whether only a look at the ledger tells if it is vital: what a thing says is not, and what a
  /// person says by their own link is.
  fileprivate var isJudgedLater: Bool {
    if case .hear = self { true } else { false }
  }
}
