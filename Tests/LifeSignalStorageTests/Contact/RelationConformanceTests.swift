import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct RelationConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `both sides are stored as given`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var mine = Sample.relation(2, 3, isResponder: true, status: .requestedByMe)
    mine.nickname = "Neighbour"
    mine.notifyOnCheckIn = false
    var theirs = Sample.relation(3, 2, isDependent: true, status: .requestedByThem)
    theirs.notes = "Has a key"
    let (owner, peer) = (mine, theirs)
    #expect(try await ledger.write { try $0.insert(owner, mirror: peer) })
    let stored = try await ledger.read {
      [try $0.relation(of: "2", with: "3"), try $0.relation(of: "3", with: "2")]
    }
    #expect(stored == [mine, theirs])
  }

  @Test(arguments: LedgerFactory.all)
  func `a second request changes nothing`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let again = Sample.relation(2, 1, status: .requestedByMe)
    let mirror = Sample.relation(1, 2, status: .requestedByThem)
    #expect(try await ledger.write { try $0.insert(again, mirror: mirror) } == false)
    let stored = try await ledger.read { try $0.relation(of: "2", with: "1") }
    #expect(stored == Sample.relation(2, 1, isDependent: true))
  }

  @Test(arguments: LedgerFactory.all)
  func `an update needs the revision of both sides`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let mine = Sample.relation(1, 2, isResponder: true, isDependent: true)
    let theirs = Sample.relation(2, 1, isResponder: true, isDependent: true)
    var stale = theirs
    stale.revision = 7
    let staleMirror = stale
    #expect(try await ledger.write { try $0.update(mine, mirror: staleMirror) } == false)
    #expect(try await ledger.read { try $0.relation(of: "1", with: "2") }?.isDependent == false)
    #expect(try await ledger.write { try $0.update(mine, mirror: theirs) })
    #expect(try await ledger.write { try $0.update(mine, mirror: theirs) } == false)
    let stored = try await ledger.read {
      [try $0.relation(of: "1", with: "2"), try $0.relation(of: "2", with: "1")]
    }
    #expect(stored.map { $0?.revision } == [1, 1])
    #expect(stored.map { $0?.isDependent } == [true, true])
  }

  @Test(arguments: LedgerFactory.all)
  func `either side ends the relation for both`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.apply(.deleteRelation("2", "1")) > 0 })
    #expect(try await ledger.write { try $0.apply(.deleteRelation("2", "1")) > 0 } == false)
    let left = try await ledger.read {
      [try $0.relation(of: "1", with: "2"), try $0.relation(of: "2", with: "1")]
    }
    #expect(left == [nil, nil])
    #expect(try await ledger.read { try $0.peers(of: "1") } == ["3"])
  }

  @Test(arguments: LedgerFactory.all)
  func `only accepted responders are recipients, each with open channels`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let open = Channel(id: "1", person: "2", kind: .sms, address: "a", createdAt: Sample.now)
    try await ledger.write {
      _ = try $0.insert(Sample.person(4))
      _ = try $0.insert(
        Sample.relation(1, 4, isResponder: true, status: .requestedByThem),
        mirror: Sample.relation(4, 1, isDependent: true, status: .requestedByMe))
      _ = try $0.insert(open)
      _ = try $0.insert(
        Channel(id: "2", person: "2", kind: .sms, address: "b", createdAt: Sample.now))
      _ = try $0.apply(.disableChannel("2", at: Sample.now))
    }
    let responders = try await ledger.read { try $0.responders(of: "1") }
      .sorted { $0.person.id < $1.person.id }
    #expect(
      responders == [
        Recipient(
          person: Sample.person(2), channels: [open],
          relation: Sample.relation(2, 1, isDependent: true)),
        Recipient(
          person: Sample.person(3), channels: [], relation: Sample.relation(3, 1, isDependent: true)
        ),
      ])
    #expect(try await ledger.read { try $0.responders(of: "2") } == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `a contact carries the peer's watch, open alert and pending pings`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let watch = Sample.watch(1, fires: Sample.now + 60)
    let alert = Alert(id: "1", person: "1", kind: .manual, startedAt: Sample.now)
    let ping = Sample.ping(1, from: 2, to: 1)
    try await ledger.write {
      _ = try $0.insert(watch)
      _ = try $0.insert(alert)
      _ = try $0.insert(ping)
    }
    let facts = ContactFacts(
      relation: Sample.relation(2, 1, isDependent: true), peer: Sample.person(1), watch: watch,
      manualAlert: alert, outgoingPing: ping, peerNotifiesOnExpiry: true)
    #expect(try await ledger.read { try $0.contacts(of: "2") } == [facts])
    #expect(try await ledger.read { try $0.contact("1", of: "2") } == facts)
    let otherSide = try await ledger.read { try $0.contact("2", of: "1") }
    #expect(otherSide?.incomingPing == ping)
    #expect(otherSide?.watch == nil)
    #expect(try await ledger.read { try $0.contact("3", of: "2") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a request to be a responder is stored on both sides, and goes again`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    func sides() async throws -> (Relation, Relation) {
      try await ledger.read {
        (
          try #require(try $0.relation(of: "1", with: "2")),
          try #require(try $0.relation(of: "2", with: "1"))
        )
      }
    }
    let requests: [(mine: RelationStatus?, theirs: RelationStatus?)] = [
      (.requestedByMe, .requestedByThem), (nil, nil),
    ]
    for request in requests {
      var (relation, mirror) = try await sides()
      relation.responderRequest = request.mine
      mirror.responderRequest = request.theirs
      let (new, other) = (relation, mirror)
      #expect(try await ledger.write { try $0.update(new, mirror: other) })
      let stored = try await sides()
      #expect(stored.0.responderRequest == request.mine)
      #expect(stored.1.responderRequest == request.theirs)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `contacts come newest first, requested ones included`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var relation = Sample.relation(1, 4, isResponder: true, status: .requestedByMe)
    relation.addedAt = Sample.now + 1
    let newest = relation
    try await ledger.write {
      _ = try $0.insert(Sample.person(4))
      _ = try $0.insert(
        newest, mirror: Sample.relation(4, 1, isDependent: true, status: .requestedByThem))
    }
    let contacts = try await ledger.read { try $0.contacts(of: "1") }
    #expect(contacts.map(\.peer.id).first == "4")
    #expect(contacts.count == 3)
  }
}
