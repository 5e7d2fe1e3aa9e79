public import Foundation

/// A person's actions on their own devices.
public enum ThingRules {
  /// The maximum number of devices, enough for a house.
  public static let most = 20
  /// Characters of a name at most.
  public static let longestName = 60

  /// The new device counts immediately. Its owner is notified: another person may have added it.
  ///
  /// - Parameters:
  ///   - mine: all devices of the person.
  ///   - token: returned to the caller and stored nowhere; only its `hash` is.
  /// - Throws: ``Refusal/invalidThingName``, ``Refusal/tooManyThings``, ``Refusal/oneCheckInLink``.
  public static func add(
    _ settings: ThingSettings, _ me: Recipient, mine: [Thing], token: String, hash: Data,
    moment: Moment
  ) throws(Refusal) -> Decided<ThingKey> {
    let isLink = settings.kind == .link
    if isLink {
      guard !mine.contains(where: { $0.kind == .link }) else { throw .oneCheckInLink }
    } else {
      guard mine.count(where: { $0.kind != .link }) < most else { throw .tooManyThings }
    }
    let thing = Thing(
      id: Thing.ID(moment.mint()), person: me.person.id, name: try name(settings.name),
      kind: settings.kind, tokenHash: hash, counts: isLink || settings.counts,
      before: isLink ? nil : settings.before, createdAt: moment.now.storable,
      offAt: settings.isOn ? nil : moment.now.storable)
    var decision = changed(me.person.id, .insertThing(thing))
    decision.requireRoomForKey()
    decision.tell(me, ThingNotices.added(thing), at: moment)
    return Decided(decision, ThingKey(id: thing.id, token: token))
  }

  /// Signals received under another time of day are no evidence under the new one. The owner is
  /// notified of a device that may check in again as of a new one. A link always counts, at any
  /// time: it is only switched off and on.
  ///
  /// - Throws: ``Refusal/thingNotFound``, ``Refusal/invalidThingName``; ``Refusal/oneCheckInLink``
  ///   when a link would become a device, or a device a link.
  public static func edit(
    _ thing: Thing?, _ settings: ThingSettings, by me: Recipient, evidence: Evidence,
    moment: Moment
  ) throws(Refusal) -> Decision {
    let old = try own(thing, me.person.id)
    let isLink = old.kind == .link
    guard isLink == (settings.kind == .link) else { throw .oneCheckInLink }
    var new = old
    new.name = try name(settings.name)
    new.kind = settings.kind
    new.counts = isLink || settings.counts
    new.before = isLink ? nil : settings.before
    new.offAt = settings.isOn ? nil : old.offAt ?? moment.now.storable
    guard new != old else { return Decision() }
    if new.before != old.before || new.counts != old.counts || new.isOn != old.isOn {
      new.metAt = nil
    }
    new.gen += 1
    var decision = changed(me.person.id, .updateThing(new, from: old))
    decision.requireProof(if: evidence.with(new).isEasier(than: evidence))
    if new.isOn, new.counts, !(old.isOn && old.counts) {
      decision.tell(me, ThingNotices.added(new), at: moment)
    }
    return decision
  }

  /// The old address stops working. The owner is notified as of a new device: another person may
  /// have done it.
  ///
  /// - Throws: ``Refusal/thingNotFound``.
  public static func rotate(
    _ thing: Thing?, token: String, hash: Data, by me: Recipient, moment: Moment
  ) throws(Refusal) -> Decided<ThingKey> {
    let old = try own(thing, me.person.id)
    var new = old
    new.tokenHash = hash
    new.gen += 1
    var decision = changed(me.person.id, .updateThing(new, from: old))
    decision.requireRoomForKey()
    decision.tell(me, ThingNotices.added(new), at: moment)
    return Decided(decision, ThingKey(id: new.id, token: token))
  }

  /// - Throws: ``Refusal/thingNotFound``.
  public static func remove(
    _ thing: Thing?, by me: Person.ID, evidence: Evidence
  ) throws(Refusal) -> Decision {
    let id = try own(thing, me).id
    var decision = changed(me, .deleteThing(id, me))
    decision.requireProof(if: evidence.without(id).isEasier(than: evidence))
    return decision
  }

  /// - Throws: ``Refusal/invalidZone``.
  public static func setRule(
    _ rule: EvidenceRule, of me: Person.ID, evidence: Evidence
  ) throws(Refusal) -> Decision {
    guard Zone(rule.zone.identifier) != nil else { throw .invalidZone }
    var decision = changed(me, .setEvidenceRule(me, rule))
    let new = Evidence(things: evidence.things, rule: rule)
    decision.requireProof(if: new.isEasier(than: evidence))
    return decision
  }

  /// Another person's device gets the same answer as a missing one.
  private static func own(_ thing: Thing?, _ me: Person.ID) throws(Refusal) -> Thing {
    guard let thing, thing.person == me else { throw .thingNotFound }
    return thing
  }

  private static func name(_ text: String) throws(Refusal) -> String {
    try PlainText.name(text, longest: longestName, else: .invalidThingName)
  }

  private static func changed(_ me: Person.ID, _ mutation: Mutation) -> Decision {
    var decision = Decision(events: [.thingsChanged(me)], mutations: [mutation])
    decision.touch(me, .things)
    return decision
  }
}
