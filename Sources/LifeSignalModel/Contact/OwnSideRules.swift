/// The owner's own side of a relation: words only they see, and the notices they want.
public enum OwnSideRules {
  public static let longestNickname = 80
  public static let longestNotes = 2_000

  /// Blank removes the value. The other side neither sees this nor is notified.
  public static func setPrivateFields(
    _ facts: RelationFacts, nickname: String?, notes: String?, seen: PrivateFields? = nil,
    moment: Moment
  ) throws(Refusal) -> Decision {
    let nickname = try trimmed(nickname).map { text throws(Refusal) in
      try PlainText.name(text, longest: longestNickname, else: .nicknameTooLong)
    }
    let notes = trimmed(notes)
    guard PlainText.fits(notes ?? "", longestNotes) else { throw .notesTooLong }
    let edit = Edit(PrivateFields(nickname: nickname, notes: notes), seen: seen)
    return try change(facts, moment) { relation in
      edit.store(\.nickname, in: &relation.nickname)
      edit.store(\.notes, in: &relation.notes)
    }
  }

  /// A pending ping stays: it was sent in good faith, and its sender may be worried.
  public static func setSwitches(
    _ facts: RelationFacts, _ switches: ContactSwitches, seen: ContactSwitches? = nil,
    moment: Moment
  ) throws(Refusal) -> Decision {
    let edit = Edit(switches, seen: seen)
    return try change(facts, moment) { relation in
      edit.store(\.sendPings, in: &relation.sendPings)
      edit.store(\.receivePings, in: &relation.receivePings)
      edit.store(\.notifyOnCheckIn, in: &relation.notifyOnCheckIn)
      edit.store(\.notifyOnExpiry, in: &relation.notifyOnExpiry)
    }
  }

  private static func change(
    _ facts: RelationFacts, _ moment: Moment, _ edit: (inout Relation) -> Void
  ) throws(Refusal) -> Decision {
    guard facts.other != nil, let mine = facts.relation, let theirs = facts.mirror else {
      throw .contactNotFound
    }
    guard mine.status == .accepted else { throw .notAccepted }
    var relation = mine
    edit(&relation)
    guard relation != mine else { return Decision() }
    relation.updatedAt = moment.now
    var decision = Decision(
      events: [.contactEdited(by: mine.owner, of: mine.peer)],
      mutations: [.updateRelation(relation, mirror: theirs)])
    decision.touch(mine.owner, .contacts)
    // The other side sees whether they can count on this person, so update their page.
    if relation.notifyOnExpiry != mine.notifyOnExpiry { decision.touch(mine.peer, .contacts) }
    return decision
  }

  private static func trimmed(_ text: String?) -> String? {
    let text = PersonName.trimmed(text ?? "")
    return text.isEmpty ? nil : text
  }
}
