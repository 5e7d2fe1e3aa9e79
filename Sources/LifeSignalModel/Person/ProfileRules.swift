import Foundation

/// A person's own profile and code.
public enum ProfileRules {
  /// The first complete profile starts no countdown; see ``CountdownRules``.
  public static func update(
    _ facts: CheckInFacts, to profile: Profile, seen: Profile? = nil, moment: Moment
  ) throws(Refusal) -> Decision {
    var person = facts.me.person
    person.profile = try Edit(profile, seen: seen).applied(to: person.profile).checked()
    person.profileComplete = true
    person.updatedAt = moment.now
    var decision = Decision(
      events: [.profileUpdated(person.id)], mutations: [.updatePerson(person)])
    decision.touch(person.id, .user)
    decision.touch(facts.peers, .contacts)
    return decision
  }

  /// Sets the language of pages and messages from now on.
  public static func setLanguage(
    _ person: Person, to language: Language, moment: Moment
  ) -> Decision {
    guard person.language != language else { return Decision() }
    var changed = person
    changed.language = language
    changed.updatedAt = moment.now
    var decision = Decision(
      events: [.settingsChanged(person.id)], mutations: [.updatePerson(changed)])
    decision.touch(person.id, .user)
    return decision
  }

  /// The old code stops working immediately, and anyone who still has it learns that; existing
  /// relations stay.
  public static func resetQRCode(
    _ person: Person, to code: QRCodeID, moment: Moment
  ) -> Decision {
    var changed = person
    changed.qrCode = code
    changed.updatedAt = moment.now
    var decision = Decision(
      events: [.qrCodeReset(person.id)],
      mutations: [
        .updatePerson(changed),
        .retireQRCode(
          RetiredQRCode(id: person.qrCode, person: person.id, retiredAt: moment.now)),
      ])
    decision.touch(person.id, .user)
    return decision
  }
}
