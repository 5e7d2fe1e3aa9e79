import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Two worlds with equal data; at the same instant one uses an ordinary code, the other a duress
/// code. No one is watched, so that nothing else happens.
struct TwoWorlds {
  let plain: SmallWorld
  let silent: SmallWorld
  let plainLedger = TestLedger()
  let silentLedger = TestLedger()
  private let plainCode: String
  private let silentCode: String

  /// - Parameter age: seconds that have passed since anybody was last sent anything.
  init(age: TimeInterval = 3_600) async throws {
    // One message at a time, so that both worlds record them in the same order.
    let limits = DispatchLoop.Limits(concurrencyPerKind: 1)
    plain = try await SmallWorld(ledger: plainLedger, limits: limits)
    silent = try await SmallWorld(ledger: silentLedger, limits: limits)
    plainCode = try await plain.printCodes(telling: [plain.r1]).ordinary[0]
    silentCode = try await silent.printCodes(telling: [silent.r1]).silent[0]
    for world in [plain, silent] { try await world.stopWatching() }
    try await advance(by: age)
  }

  func use() async throws -> (plain: CheckInRecord, silent: CheckInRecord) {
    let answers = (
      plain: try await plain.engine.useCheckInCode(plainCode, from: "n"),
      silent: try await silent.engine.useCheckInCode(silentCode, from: "n")
    )
    return answers
  }

  /// With another sheet, for another responder; the ordinary code in one, a silent one in the other.
  func useAgain(telling told: KeyPath<SmallWorld, Person.ID>) async throws {
    let ordinary = try await plain.printCodes(telling: [plain[keyPath: told]]).ordinary[0]
    let calling = try await silent.printCodes(telling: [silent[keyPath: told]]).silent[0]
    try await plain.engine.useCheckInCode(ordinary, from: "n")
    try await silent.engine.useCheckInCode(calling, from: "n")
    try await advance(by: 1)
  }

  func advance(by seconds: TimeInterval) async throws {
    for world in [plain, silent] { try await world.advance(by: seconds) }
  }

  // MARK: What becomes of the alarm's messages

  /// The carrier could not bring what it had taken.
  func bounce(_ alarm: AlertRecord.ID) async throws {
    let token = try token(of: alarm)
    try await silent.engine.perform(Bounce(token: token, reason: "sms: failed"), by: .system)
  }

  /// The newest message has been shown, and opened.
  func confirm(_ alarm: AlertRecord.ID) async throws {
    let token = try token(of: alarm)
    for rung in [Rung.shown, .opened] {
      try await silent.engine.perform(ConfirmReceipt(token: token, rung: rung), by: .visitor)
    }
  }

  private func token(of alarm: AlertRecord.ID) throws -> String {
    let rows = silentLedger.rows.deliveries.filter { $0.alert == alarm && $0.state == .done }
    return try #require(rows.max { $0.id < $1.id }?.receiptToken)
  }
}

/// Everything that a person can read, from every page.
struct Seen: Equatable {
  var user: UserData
  var contacts: [ContactData]
  var checkIns: [CheckInRecord]
  var notifications: [NotificationData]
  var notificationPage: ItemList<NotificationData>
  var alerts: [AlertRecord]
  var alertPage: ItemList<AlertRecord>
  var timeline: TimelinePage
  var alarms: [AlarmTimeline]
  var activity: ActivityPage
  var sheet: CheckInSheetData?
  var pings: PingLists
  /// With the readiness.
  var channels: ChannelList
  var drill: Drill?
  var rehearsal: Rehearsal
  var things: ThingList
  var journeys: [TravelData]
  var timelineFile: TimelineExport
  var export: String

  init(by person: Person.ID, in world: SmallWorld) async throws {
    let engine = world.engine
    user = try await engine.user(person)
    contacts = try await engine.answer(GetContacts(), to: Member(person)).items
    checkIns = try await engine.checkIns(of: person)
    notifications = try await engine.notifications(of: person)
    notificationPage = try await engine.answer(GetNotifications(limit: 5), to: Member(person))
    alerts = try await engine.alerts(of: person)
    alertPage = try await engine.answer(GetAlertHistory(limit: 5), to: Member(person))
    timeline = try await engine.timeline(of: person)
    alarms = try await engine.alarmTimelines(of: world.p, for: person)
    activity = try await engine.activity(of: person)
    sheet = try await engine.answer(GetCheckInCodes(), to: Member(person)).sheet
    pings = try await engine.answer(GetPings(), to: Member(person))
    channels = try await engine.answer(GetChannels(), to: Member(person))
    drill = try await world.ledger.read { try $0.drill(of: person) }
    rehearsal = try await engine.rehearsal(of: person)
    things = try await engine.answer(GetThings(), to: Member(person))
    journeys = try await world.ledger.read {
      try $0.travels(of: person, limit: 100).map(TravelData.init)
    }
    timelineFile = try await engine.exportTimeline(for: person)
    export = String(decoding: try await engine.export(of: person).document(), as: UTF8.self)
  }
}

extension SmallWorld {
  /// From now on no one misses a check-in, however much time passes.
  func stopWatching() async throws {
    try await ledger.write { [p, r1, r2] tx in
      for person in [p, r1, r2] {
        guard let old = try tx.watch(of: person) else { continue }
        var watch = old
        (watch.deadline, watch.nextFireAt) = (clock.now + 3_650 * 86_400, nil)
        #expect(try tx.update(watch, from: old))
      }
    }
  }
}
