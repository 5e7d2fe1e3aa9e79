import Foundation
import GRDB
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalEngine
@testable import LifeSignalModel
@testable import LifeSignalStorage

/// Every record is declared once, so what its declaration forgets is stored nowhere.
@Suite(.temporaryFolder) struct RecordTests {
  private static let now = Sample.now

  @Test func `a credential keeps every field`() async throws {
    let ledger = try await Self.smallWorld()
    try await check(Full.passkey, "11", in: ledger)
    try await check(Full.token, "12", in: ledger)
    // Whether its age is known follows from the row.
    try await check(Full.session, "13", sparing: ["isAgeKnown"], in: ledger)
    try await check(Full.code, "request", in: ledger)
    try await check(Full.invitation, "14", in: ledger)
  }

  @Test func `a person's own record keeps every field`() async throws {
    let ledger = try await Self.smallWorld()
    try await check(Full.picture, "picture", in: ledger)
    try await check(Full.retired, QRCodeID(rawValue: "old"), in: ledger)
    try await check(Full.thing, "21", in: ledger)
    try await check(Full.sheet, "22", in: ledger)
    try await check(Full.checkInCode, "23", in: ledger)
    try await check(Full.drill, "2", in: ledger)
    let channel = Full.channel
    // A channel is added by a statement of its own, which also switches one on.
    #expect(try await ledger.write { try $0.insert(channel) })
    #expect(try await ledger.read { try $0.find("24") } == channel)
    walk([channel])
    try await compareColumns(of: Channel.self, in: ledger)
  }

  @Test func `a record of a person or their requests keeps every field`() async throws {
    let ledger = try await Self.smallWorld()
    try await check(Full.plan, "1", in: ledger)
    try await check(Full.rule, "1", in: ledger)
    try await check(Full.heartbeat, 1, in: ledger)
    try await check(Full.secret, "key", in: ledger)
    try await replace(Full.history, by: Full.allowed, in: ledger) {
      try [$0.requestHistory(of: "1", from: "2")]
    }
    try await replace(Full.preference, by: Full.otherPreference, in: ledger) {
      try $0.list(Preference.ofPerson, .id("1" as Person.ID))
    }
    try await replace(Full.request, by: Full.otherRequest, in: ledger) {
      try [$0.request(Full.request.name, of: "1")]
    }
    try await replace(Full.turn, by: Full.otherTurn, in: ledger) { try $0.list(LoopTurn.all) }
    let reply = Full.reply
    walk([reply])
    try await compareColumns(of: HandledReply.self, in: ledger)
    #expect(try await ledger.write { try $0.insert(reply) })
    #expect(try await ledger.write { try $0.insert(reply) } == false)
    #expect(try await ledger.read { try $0.list(HandledReply.named, .text("SM1")) } == [reply])
  }

  @Test func `a record between people keeps every field`() async throws {
    let ledger = try await Self.smallWorld()
    // Whether a value was replaced follows from the row.
    try await check(Full.ping, "31", sparing: ["isDamaged"], in: ledger)
    try await check(Full.activity, "32", in: ledger)
    // Set by the statement that clears an entry.
    try await check(Full.notification, "33", in: ledger, sparingColumns: ["is_cleared"])
  }

  @Test func `a trip and an escalation forget no field, going on or over`() async throws {
    let ledger = try await Self.smallWorld()
    let alert = Alert(
      id: "70", person: "1", kind: .manual, startedAt: Self.now, endedAt: Self.now + 5,
      endReason: .endedByPerson)
    #expect(try await ledger.write { try $0.insert(alert) })
    var (trip, travel) = (Full.travel, Full.travel)
    (trip.nextFireAt, trip.endedAt, trip.end) = (Self.now + 9, nil, nil)
    travel.nextFireAt = nil
    let (open, over) = (trip, travel)
    // Whether a value was replaced follows from the row.
    walk([open, over], sparing: ["isDamaged"])
    for value in [open, over] {
      #expect(try await ledger.write { try $0.insert(value) })
      #expect(try await ledger.read { try $0.find("41") } == value)
      #expect(try await ledger.write { try $0.delete(Travel.self, "41") })
    }
    try await compareColumns(of: Travel.self, in: ledger)

    var (call, end) = (Full.escalation, Full.escalation)
    call.endedAt = nil
    end.nextFireAt = nil
    let (calling, ended) = (call, end)
    walk([calling, ended])
    for value in [calling, ended] {
      #expect(try await ledger.write { try $0.insert(value) })
      #expect(try await ledger.read { try $0.find("70") } == value)
      #expect(try await ledger.write { try $0.delete(Escalation.self, "70") })
    }
    try await compareColumns(of: Escalation.self, in: ledger)
  }

  @Test func `a pause forgets no field, and a later one with its key replaces it`() async throws {
    let ledger = try await Self.smallWorld()
    let pause = PauseRecord(person: "1", startedAt: Self.now, until: Self.now + 60)
    let longer = PauseRecord(person: "1", startedAt: Self.now, until: Self.now + 90)
    walk([pause])
    try await compareColumns(of: PauseRecord.self, in: ledger)
    for value in [pause, longer] {
      #expect(try await ledger.write { try $0.insert(value) })
      #expect(try await ledger.read { try $0.pauses(of: "1", since: Self.now) } == [value])
    }
  }

  @Test func `an update stores every field that has changed, from what it was alone`()
    async throws
  {
    let ledger = try await Self.smallWorld()
    var thing = Thing(
      id: "21", person: "1", name: "Plug", kind: .plug, tokenHash: Data([1]),
      createdAt: Self.now - 1)
    try await check(from: thing, to: Full.thing, "21", in: ledger)
    thing = Full.thing
    thing.person = "2"
    let foreign = thing
    #expect(try await ledger.write { try $0.update(foreign, from: Full.thing) } == false)
    #expect(try await ledger.read { try $0.find("21") } == Full.thing)
    let ping = Ping(
      id: "31", sender: "1", recipient: "2", sentAt: Self.now - 9, pushedAt: Self.now - 9,
      expiresAt: Self.now - 8)
    try await check(from: ping, to: Full.ping, "31", in: ledger)
    try await check(
      from: Drill(person: "2", nextFireAt: Self.now), to: Full.drill, "2", in: ledger)
    let trip = Travel(
      id: "41", person: "1", note: "", startedAt: Self.now - 9, dueAt: Self.now - 8, grace: 60,
      nextFireAt: Self.now)
    var over = Full.travel
    over.nextFireAt = nil
    try await check(from: trip, to: over, "41", in: ledger)
    let token = AccessToken(
      id: "12", person: "1", hash: Data([1]), name: "", scopes: [], createdAt: Self.now)
    try await check(from: token, to: Full.token, "12", in: ledger)
  }

  @Test func `an update that changes nothing wins while the row is as it was`() async throws {
    let ledger = try await Self.smallWorld()
    let thing = Full.thing
    var other = thing
    other.gen += 1
    let later = other
    #expect(try await ledger.write { try $0.update(thing, from: thing) } == false)
    #expect(try await ledger.write { try $0.insert(thing) })
    #expect(try await ledger.write { try $0.update(thing, from: thing) })
    #expect(try await ledger.write { try $0.update(later, from: later) } == false)
  }

  @Test func `an update repairs a value that could not be read`() async throws {
    let ledger = try await Self.smallWorld()
    let drill = Full.drill
    #expect(try await ledger.write { try $0.insert(drill) })
    try await ledger.damage("UPDATE drills SET links = '[[['")
    let spoilt = try #require(try await ledger.read { try $0.drill(of: "2") })
    #expect(spoilt.links == [])
    #expect(ledger.unreadableRows == ["drills": 1])
    var next = spoilt
    next.gen += 1
    let later = next
    #expect(try await ledger.write { try $0.update(later, from: spoilt) })
    #expect(try await ledger.read { try $0.drill(of: "2") } == later)
    // With any other role the row would still contain what cannot be read.
    #expect(ledger.unreadableRows == [:])
  }

  @Test(arguments: ["'[[['", "x'07'", "NULL"])
  func `answers of responders that cannot be read are noted, and stop no escalation`(
    value: String
  ) async throws {
    let ledger = try await Self.smallWorld()
    let alert = Alert(id: "70", person: "1", kind: .manual, startedAt: Self.now)
    var row = Full.escalation
    row.endedAt = nil
    let open = row
    #expect(try await ledger.write { try $0.insert(alert) })
    #expect(try await ledger.write { try $0.insert(open) })
    // Only without its strict types does the table take bytes for a text.
    try await ledger.damage(
      """
      CREATE TABLE damaged AS SELECT * FROM escalations;
      DROP TABLE escalations;
      ALTER TABLE damaged RENAME TO escalations;
      UPDATE escalations SET helpers = \(value);
      """)
    let read = try #require(try await ledger.read { try $0.escalation("70") })
    #expect(read.helpers == [] && read.steps == open.steps && read.holder == open.holder)
    // No value is that of a row of an earlier release.
    #expect(ledger.unreadableRows == (value == "NULL" ? [:] : ["escalations": 1]))
  }

  @Test func `an update changes no people of a ping, no key and no token`() async throws {
    let ledger = try await Self.smallWorld()
    let (ping, passkey) = (Full.ping, Full.passkey)
    var open = Full.session
    // One that has ended loses anyway.
    open.revokedAt = nil
    let session = open
    #expect(try await ledger.write { try $0.insert(ping) })
    #expect(try await ledger.write { try $0.insert(passkey) })
    #expect(try await ledger.write { try $0.insert(session) })
    var (sent, received, signed, signedIn) = (ping, ping, passkey, session)
    sent.sender = "3"
    received.recipient = "3"
    signed.publicKey = Data([9])
    signedIn.tokenHash = Data([9])
    let (foreign, moved, other, stolen) = (sent, received, signed, signedIn)
    #expect(try await ledger.write { try $0.update(foreign, from: ping) } == false)
    #expect(try await ledger.write { try $0.update(moved, from: ping) } == false)
    #expect(try await ledger.write { try $0.update(other, from: passkey) } == false)
    #expect(try await ledger.write { try $0.update(stolen, from: session) } == false)
  }

  @Test func `each value is in the column of its name`() async throws {
    let ledger = try await Self.smallWorld()
    let entry = Full.notification
    #expect(try await ledger.write { try $0.insert(entry) })
    let row = try await ledger.pool.read {
      try String.fetchOne(
        $0,
        sql: """
          SELECT related_contact_id || ' ' || related_alert_id || ' ' || related_ping_id || ' '
            || related_check_in_id || ' ' || (read_at - at) FROM notifications
          """)
    }
    #expect(row == "2 70 31 5 1000")
  }

  // MARK: Steps

  private func check<Stored: KeyedRecord>(
    _ record: Stored, _ key: Stored.Key, sparing: Set<String> = [], in ledger: SQLiteLedger,
    sparingColumns: Set<String> = []
  ) async throws {
    walk([record], sparing: sparing)
    try await compareColumns(of: Stored.self, sparing: sparingColumns, in: ledger)
    #expect(try await ledger.write { try $0.insert(record) })
    #expect(try await ledger.read { try $0.find(key) } == record)
  }

  private func check<Stored: KeyedRecord>(
    from old: Stored, to new: Stored, _ key: Stored.Key, in ledger: SQLiteLedger
  ) async throws {
    #expect(try await ledger.write { try $0.insert(old) })
    #expect(try await ledger.write { try $0.update(new, from: old) })
    #expect(try await ledger.read { try $0.find(key) } == new)
    #expect(try await ledger.write { try $0.update(new, from: old) } == false)
  }

  /// The second one takes the place of the first.
  private func replace<Stored: LifeSignalModel.Record>(
    _ record: Stored, by other: Stored, in ledger: SQLiteLedger,
    _ read: @escaping @Sendable (any LedgerSnapshot) throws -> [Stored?]
  ) async throws {
    walk([record])
    try await compareColumns(of: Stored.self, in: ledger)
    for value in [record, other] {
      #expect(try await ledger.write { try $0.insert(value) })
      #expect(try await ledger.read(read) == [value])
    }
  }

  /// Each field differs from a blank's in one of the records at least, so that one that is stored
  /// nowhere does not come back.
  private func walk<Stored: LifeSignalModel.Record>(_ records: [Stored], sparing: Set<String> = [])
  {
    let blank = Mirror(reflecting: Stored.blank).children.map { String(reflecting: $0.value) }
    var same = Set(Mirror(reflecting: Stored.blank).children.compactMap(\.label))
    for record in records {
      for (field, blank) in zip(Mirror(reflecting: record).children, blank)
      where String(reflecting: field.value) != blank {
        same.remove(field.label ?? "")
      }
    }
    #expect(same == sparing, "\(Stored.self)")
  }

  /// The columns of the table are those of the declaration.
  private func compareColumns<Stored: LifeSignalModel.Record>(
    of type: Stored.Type, sparing: Set<String> = [], in ledger: SQLiteLedger
  ) async throws {
    let stored = try await ledger.pool.read { database in
      try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_info('\(Stored.table.name)')")
    }
    let declared = SQLTable(type).columns
    #expect(Set(declared).count == declared.count)
    #expect(Set(declared).union(sparing) == Set(stored), "\(Stored.self)")
  }

  private static func smallWorld() async throws -> SQLiteLedger {
    try #require(try await LedgerFactory.sqlite.makeSmallWorld() as? SQLiteLedger)
  }
}

/// One record of each kind, without a field that is as in a blank one.
private enum Full {
  private static let now = Sample.now

  static let passkey = Passkey(
    id: "11", person: "1", credentialID: Data([1]), publicKey: Data([2]), name: "Phone",
    counter: 3, canBeCopied: true, isCopied: true, createdAt: now, lastUsedAt: now + 1)
  static let token = AccessToken(
    id: "12", person: "1", hash: Data([4]), name: "Script", scopes: [.read, .alert],
    createdAt: now, expiresAt: now + 1, lastUsedAt: now + 2, revokedAt: now + 3)
  static let session = Session(
    id: "13", person: "1", tokenHash: Data([5]), label: "Browser", createdAt: now,
    expiresAt: now + 1, revokedAt: now + 2, lastSeenAt: now + 3, provenAt: now + 4,
    warnedEnd: now + 5)
  static let code = OneTimeCode(
    id: "request", phoneNumber: "+15551000001", phoneRegion: .australia, hash: Data([6]),
    createdAt: now, expiresAt: now + 1, attempts: 2, usedAt: now + 2,
    purpose: .channel("1", .email), invitation: "14")
  static let invitation = Invitation(
    id: "14", inviter: "1", hash: Data([7]), kind: .owner, createdAt: now, expiresAt: now + 1,
    usedAt: now + 2, usedBy: "2", withdrawnAt: now + 3, wish: .watchOverYou, acceptedAt: now + 4)
  static let picture = Picture(
    id: "picture", person: "1", kind: .png, bytes: Data([7]), createdAt: now)
  static let retired = RetiredQRCode(id: QRCodeID(rawValue: "old"), person: "1", retiredAt: now)
  static let thing = Thing(
    id: "21", person: "1", name: "Kettle", kind: .door, tokenHash: Data([8]), counts: false,
    before: TimeOfDay(minutes: 600), createdAt: now, offAt: now + 1, succeededAt: now + 2,
    failedAt: now + 3, startedAt: now + 4, loggedAt: now + 5, metAt: now + 6, shownAt: now + 7,
    gen: 9)
  static let sheet = CheckInSheet(
    id: "22", person: "1", createdAt: now, silentGroup: 3, told: ["2", "3"], kept: ["3"],
    voidAt: now + 1)
  static let checkInCode = CheckInCode(
    id: "23", sheet: "22", person: "1", hash: Data([10]), group: 2, usedAt: now, dueAt: now + 1)
  static let drill = Drill(
    person: "2", stage: .sent, nextFireAt: now, gen: 4, endedAt: now + 1,
    links: [.init(channel: "24", isDrilled: true, lastSuccess: now, lastFailure: now + 1)],
    warnedAt: now + 2)
  static let channel = Channel(
    id: "24", person: "1", kind: .email, address: "a@example.org", createdAt: now,
    disabledAt: now + 1, off: .stopped, position: 2, quiet: .everything, heardAt: now + 2,
    session: "13")
  static let ping = Ping(
    id: "31", sender: "1", recipient: "2", sentAt: now, pushedAt: now + 1, expiresAt: now + 2,
    status: .responded, closedAt: now + 3)
  static let activity = Activity(
    id: "32", person: "1", kind: .pingAnswered, contact: "2", contactName: "Grace", at: now)
  static let notification = NotificationRecord(
    id: "33", person: "1", type: .ping, event: .pingReceived, title: "Ping received",
    message: "Ada asks if you’re OK.", at: now, readAt: now + 1, relatedContact: "2",
    relatedAlert: "70", relatedPing: "31", relatedCheckIn: "5", dedupeKey: "ping:31")
  static let plan = StoredPlan(
    person: "1", plan: EscalationPlan(steps: [.init(responders: ["2"], wait: 90)]))
  static let rule = StoredRule(
    person: "1", rule: EvidenceRule(match: .all, zone: Zone("Europe/Berlin") ?? .utc))
  static let heartbeat = Heartbeat(
    beatAt: now, outage: DateInterval(start: now - 9, end: now - 5))
  static let secret = InstallationSecret(name: "key", value: Data([9]))
  static let history = RequestHistory(
    owner: "1", asker: "2", refusals: 2, refusedAt: now, blockedAt: now + 1)
  static let allowed = RequestHistory(owner: "1", asker: "2", refusals: 1, refusedAt: now + 2)
  static let preference = Preference(person: "1", key: "theme", value: "dark")
  static let otherPreference = Preference(person: "1", key: "theme", value: "light")
  static let request = KeptRequest(
    person: "1", name: Data([1]), content: Data([2]), startedAt: now, doneAt: now + 1,
    answer: Data([3]))
  static let otherRequest = KeptRequest(
    person: "1", name: Data([1]), content: Data([4]), startedAt: now + 2)
  static let turn = LoopTurn(name: "dispatch", at: now)
  static let otherTurn = LoopTurn(name: "dispatch", at: now + 1)
  static let reply = HandledReply(id: "SM1", receivedAt: now)
  /// Going on and over at once, which the schema refuses: a test takes one of the two.
  static let travel = Travel(
    id: "41", person: "1", note: "By train", startedAt: now, dueAt: now + 1, grace: 90.5,
    stage: .overdue, nextFireAt: now + 2, gen: 5, overdueAt: now + 3, endedAt: now + 4,
    end: .arrived)
  static let escalation = Escalation(
    alert: "70", person: "1", steps: [.init(responders: ["2"], wait: 90.5)], rounds: 2,
    stage: .held, step: 1, round: 2, calls: 4, nextFireAt: now, gen: 7, told: ["3", "2"],
    holder: "2", heldSince: now + 1, offeredTo: "3", exhaustedAt: now + 2, endedAt: now + 3,
    helpers: [.init(person: "3", isComing: true)])
}
