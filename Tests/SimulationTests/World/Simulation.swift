import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport

/// The whole server on one thread and in virtual time, with people, carriers, a disk and faults, all
/// drawn from one seed.
///
/// Everything runs on the simulation's own thread; what its members share needs no lock.
final class Simulation: @unchecked Sendable {
  let seed: UInt64
  let plant: Plant?
  let span: Span
  private let folder: TemporaryFolder
  var file: URL { folder.url.appending(path: "ledger.sqlite") }
  let executor = SimulationExecutor()
  let clock: SimulationClock
  let chance: Chance

  var disk = DiskMood()
  var carriers = CarrierMood()
  var carrierLog = CarrierLog()
  let addresses = AddressesOfTheWorld()
  let upkeep = UpkeepOfTheWorld()
  let news = NewsOfTheWorld()
  let pauses = PausesOfTheWorld()
  let damage = DamageOfTheWorld()
  /// Of the carriers that cost money; none where a day is not lived to its end.
  let budget: DayBudget?
  var armed: (point: FailPoint, remaining: Int)?
  private(set) var life: Life?
  private(set) var lives = 0
  private(set) var commits = 0
  private(set) var downtimes: [Downtime] = []
  private(set) var hasBeenSetBack = false
  private(set) var trace: [String] = []
  /// How often each fault, and each thing worth counting, came to pass.
  private(set) var counts: [String: Int] = [:]
  private(set) var violations: [String] = []
  /// The check-ins that were acknowledged: client keys, and numbers after `#`.
  private(set) var acknowledged: Set<String> = []
  private var downSince: Date?
  /// True time of the last crash, or of a disk that failed; milliseconds.
  var lastTrouble: Int64?
  private var restart: Task<Void, Never>?
  /// Tokens of messages that devices have received and not confirmed, and whose devices they are.
  var inbox: [(token: String, person: Person.ID)] = []
  /// Codes that have arrived, by the request they answer.
  private(set) var codes: [String: String] = [:]
  private let notesState: Bool
  private let invariants = Invariants()
  /// True time at which the faults were over; milliseconds.
  private(set) var calmSince: Int64?
  /// True time until which what happened last may make something late, and the same of carriers.
  var settledAt: Int64 = 0
  var carriersSettledAt: Int64 = 0

  /// - Parameter notesState: whether the trace ends with every row: for comparing two runs.
  init(
    seed: UInt64, plant: Plant? = nil, span: Span = .hours, notesState: Bool = false
  ) throws {
    self.seed = seed
    self.plant = plant
    self.span = span
    clock = SimulationClock(span.start)
    budget = span.isMonth ? DayBudget() : nil
    self.notesState = notesState
    chance = Chance(seed: seed)
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Template.file(from: span.start), to: file)
  }

  struct Report: Sendable {
    var seed: UInt64
    var isMonth: Bool
    var violations: [String]
    var counts: [String: Int]
    var trace: [String]
  }

  /// Whether the loops are driven as a server drives them, and so may be asked to be in time: in every tenth
  /// run, as it costs more.
  var isPrompt: Bool { !span.isMonth && seed % 10 == 1 }

  /// Whether writes that come at the same time share a commit.
  var sharesCommits: Bool { !span.isMonth && seed % 10 == 3 }

  /// Lives through it all. Blocks the calling thread.
  func run() throws -> Report {
    defer { folder.remove() }
    try start()
    let world = Task(executorPreference: executor) { [self] in
      await withDiscardingTaskGroup { group in
        if span.isMonth { MonthOfTheWorld(world: self).begin(&group) } else { beginHours(&group) }
      }
    }
    let begin = clock.time
    drive(until: begin + Int64(span.trouble * 1_000))
    world.cancel()
    calmDown()
    drive(until: begin + Int64((span.trouble + span.calm) * 1_000))
    news.check(self)
    if violations.isEmpty, let life { checkTheEnd(life) }
    if violations.isEmpty, let life { liveOnDamage(life) }
    life?.end()
    restart?.cancel()
    drive(until: clock.time)
    life?.close()
    return Report(
      seed: seed, isMonth: span.isMonth, violations: violations, counts: counts, trace: trace)
  }

  private func beginHours(_ group: inout DiscardingTaskGroup) {
    let (people, faults) = (PeopleOfTheWorld(world: self), Faults(world: self))
    let (answers, cards) = (AnswersOfTheWorld(world: self), CardsOfTheWorld(world: self))
    let nights = NightsOfTheWorld(world: self)
    for person in Template.everybody { group.addTask { await people.live(person) } }
    for person in Template.everybody { group.addTask { await answers.live(person) } }
    for person in Template.watched { group.addTask { await answers.order(person) } }
    group.addTask { await answers.confirm() }
    group.addTask { await cards.live() }
    group.addTask { [self] in await addresses.die(self) }
    group.addTask { [self] in await addresses.report(self) }
    for person in Template.everybody { group.addTask { await nights.live(person) } }
    group.addTask { await faults.happen() }
  }

  /// Lets everything happen that happens before `end`.
  private func drive(until end: Int64) {
    repeat {
      var jobs = 0
      while executor.runOne({ chance.number(in: 0...$0 - 1) }) {
        jobs += 1
        if jobs > 1_000_000 { return fail("something never comes to rest") }
      }
    } while violations.isEmpty && clock.advance(upTo: end)
  }

  /// Every second story has this end; of those with a planted fault one that is to be found by it.
  private func liveOnDamage(_ life: Life) {
    guard !span.isMonth, seed % 2 == 0, plant == nil || plant == .stopsAtSpoiltRows,
      damage.spoil(self, life)
    else { return }
    let story = Task(executorPreference: executor) { [self] in await damage.live(self) }
    drive(until: clock.time + 400_000)
    story.cancel()
    if violations.isEmpty { damage.judge(self) }
  }

  private func calmDown() {
    note("calm")
    disk = DiskMood()
    carriers = CarrierMood()
    armed = nil
    calmSince = clock.time
    disturbed()
    carriersDisturbed()
  }

  private func checkTheEnd(_ life: Life) {
    do {
      let auditor = life.services.auditor
      let findings = try Pump.run { try await auditor.turn() }
      for finding in findings where !isExcused(finding, in: life) {
        fail("in the end the auditor finds \(finding)")
      }
    } catch {
      fail("the auditor cannot look: \(error)")
    }
    invariants.checkTheEnd(of: self, life, notesState: notesState)
  }

  // MARK: The process

  func reached(_ point: FailPoint) {
    count("reached \(point.rawValue)")
    guard var armed, armed.point == point else { return }
    armed.remaining -= 1
    self.armed = armed
    guard armed.remaining == 0 else { return }
    self.armed = nil
    count("crash at \(point.rawValue)")
    crash("at \(point.rawValue)")
  }

  /// Ends the process where it is, and starts another one a while later.
  /// - Parameter downtime: seconds; nil for a while that is drawn.
  func crash(_ place: String, for downtime: Double? = nil) {
    guard let life else { return }
    note("crash \(place)")
    lastTrouble = clock.time
    life.end()
    self.life = nil
    news.forgetAll()
    downSince = clock.now
    let isLong = downtime.map { $0 > span.outage } ?? chance.happens(0.35)
    let seconds = downtime ?? chance.number(in: isLong ? 130...1_500 : 0.5...20)
    if isLong { count("outage") }
    restart = Task(executorPreference: executor) { [self] in
      await clock.wait(seconds)
      life.close()
      guard !Task.isCancelled else { return }
      do {
        try start()
      } catch {
        fail("the server did not start again: \(error)")
      }
    }
  }

  private func start() throws {
    lives += 1
    if let downSince {
      downtimes.append(Downtime(from: downSince, to: clock.now))
    }
    let life = try Life(number: lives, in: self)
    if lives > 1 { try plant?.afterRestart(life.ledger.pool, self) }
    note("life \(lives) begins")
    self.life = life
    disturbed()
    life.begin()
    if !damage.isDone { invariants.checkAcknowledged(self, in: life.ledger.pool) }
  }

  // MARK: What happens

  /// A person's device sends a command to the server; nil when no answer came.
  /// - Parameter person: nil for a visitor.
  func ask<C: Command>(_ command: C, by person: Person.ID?, _ what: String) async -> C.Answer? {
    let actor = person.map { Actor.person($0) } ?? .visitor
    let answer = await ask(command, as: actor, what)
    if answer != nil, let person, let answered = command as? AcknowledgeAlarm, let life {
      try? plant?.afterAnswer(to: answered.id, by: person, life.ledger.pool, self)
    }
    return answer
  }

  func ask<C: Command>(_ command: C, as actor: Actor, _ what: String) async -> C.Answer? {
    await ask(actor, what) { try await $0.perform(command, by: actor) }
  }

  /// - Returns: whether an answer came.
  func checkIn(key: String, at: Date? = nil, by person: Person.ID) async -> Bool {
    let member = Member(person, from: Origin(key: key))
    let answer = await ask(member.actor, "check-in") { engine in
      try await SharedCommits.$isAllowed.withValue(true) {
        try await engine.perform(CheckInNow(at: at), by: member)
      }
    }
    return answer != nil
  }

  /// A printed code is typed.
  func type(_ code: String, at place: String, _ what: String) async -> CheckInRecord? {
    await ask(.visitor, what) { try await $0.useCheckInCode(code, from: place) }
  }

  private func ask<Answer: Sendable>(
    _ actor: Actor, _ what: String, _ send: @Sendable (Engine) async throws -> Answer
  ) async -> Answer? {
    let name = actor.name
    guard let life else {
      note("\(name) \(what): no connection")
      return nil
    }
    do {
      let answer = try await life.inside { try await send(life.engine) }
      guard !life.isOver else { return nil }
      note("\(name) \(what): done")
      count(what)
      return answer
    } catch {
      if let refusal = error as? Refusal {
        if let name = Self.name(refusal) { count("refused: \(name)") }
      }
      note("\(name) \(what): \(error is Refusal ? "refused \(error)" : "failed")")
      return nil
    }
  }

  /// Those worth counting.
  private static func name(_ refusal: Refusal) -> String? {
    switch refusal {
    case .alarmOver: "over"
    case .ownAlarm: "own"
    case .alarmNotFound: "foreign"
    case .notTheirResponder: "no responder"
    case .planNamesNobody: "names nobody"
    case .notYourResponder: "names a stranger"
    case .receiptUnknown: "unknown receipt"
    default: nil
    }
  }

  func acknowledge(_ key: String) { acknowledged.insert(key) }
  func acknowledge(_ record: CheckInRecord) { acknowledged.insert("#\(record.id)") }

  var alarms: AlarmsOfTheWorld { invariants.alarms }

  /// A device has got a message.
  func received(_ message: CourierMessage) {
    let prefix = "lifesignal-code-"
    if message.idempotencyKey.hasPrefix(prefix) {
      codes[String(message.idempotencyKey.dropFirst(prefix.count))] = String(message.body.prefix(7))
    }
    guard let token = message.receiptToken,
      let person = message.address.split(separator: "-").last
    else { return }
    inbox.append((token, Person.ID(rawValue: String(person))))
  }

  /// Whether a disk or a process failed since that moment of true time, or does now.
  func isInTrouble(since time: Int64?) -> Bool {
    !disk.isWell || life == nil || lastTrouble.map { $0 >= (time ?? clock.time) } ?? false
  }

  func setClock(by seconds: Int) {
    note("the clock is set by \(seconds) s")
    count(seconds < 0 ? "clock set back" : "clock set forward")
    if seconds < 0 { hasBeenSetBack = true }
    disturbed()
    clock.jump(by: seconds)
    for index in downtimes.indices where downtimes[index].over > clock.now {
      downtimes[index].over = clock.now
    }
  }

  /// A time in which nothing ran or could be written.
  struct Downtime {
    var interval: DateInterval
    /// When it was over, on a clock that may have been set back since: courtesy is counted from there.
    var over: Date

    init(from start: Date, to end: Date) {
      interval = DateInterval(start: min(start, end), end: end)
      over = end
    }
  }

  /// A time in which nothing could be written although the process ran.
  func wasDeaf(from start: Date, to end: Date) {
    downtimes.append(Downtime(from: start, to: end))
  }

  func beforeWrite(in life: Life) {
    if isPrompt { invariants.lookAtDues(self, life) }
  }

  /// - Parameter isBeat: whether nothing was written but that the server lives: no rule reads that.
  func committed(in life: Life, isBeat: Bool = false) {
    commits += 1
    count("commits")
    news.check(self)
    guard !damage.isDone else { return }
    if isBeat { count("beats") } else { invariants.check(self, life) }
  }

  func note(_ line: String) {
    let time = Double(clock.time - span.start.milliseconds) / 1_000
    trace.append("\(time) \(line)")
  }

  func count(_ name: String) { counts[name, default: 0] += 1 }

  func fail(_ what: String) {
    note("VIOLATED \(what)")
    violations.append(what)
  }
}
