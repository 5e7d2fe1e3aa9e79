public import Foundation

/// What a new sheet is made of. Everything unpredictable comes from outside.
public struct CheckInSheetMaterial: Equatable, Sendable {
  /// Group by group.
  public var texts: [[CheckInCodeText]]
  /// The keyed hashes of the texts, in their order.
  public var hashes: [[Data]]
  /// From 0.
  public var silentGroup: Int

  public init(texts: [[CheckInCodeText]], hashes: [[Data]], silentGroup: Int) {
    self.texts = texts
    self.hashes = hashes
    self.silentGroup = silentGroup
  }
}

/// What is stored about a code that somebody has typed.
///
/// Which group calls for help is not among it: what the answer is made of cannot know.
public struct TypedCodeFacts: Equatable, Sendable {
  public var code: CheckInCode
  /// Its sheet was taken back or replaced.
  public var isVoid: Bool
  /// Codes of the sheet that have not been used, this one included.
  public var left: Int
  /// With the check-in this code was used for, if it was.
  public var checkIn: CheckInFacts

  public init(code: CheckInCode, isVoid: Bool, left: Int, checkIn: CheckInFacts) {
    self.code = code
    self.isVoid = isVoid
    self.left = left
    self.checkIn = checkIn
  }
}

/// Check-ins by codes on paper: printing them, taking them back, typing one.
public enum CheckInCodeRules {
  /// Seconds within which the same code again is the same check-in: a form that was sent twice.
  public static let repeatable: TimeInterval = 600

  /// A new sheet. An earlier one is void from now on.
  /// - Parameter told: who hears of a silent call; each of them a responder.
  /// - Throws: ``Refusal/notYourResponder``; ``Refusal/nobodyChosen`` where there are responders and
  ///   none was chosen.
  public static func make(
    _ material: CheckInSheetMaterial, told: [Person.ID], responders: [Person.ID],
    _ me: Recipient, moment: Moment
  ) throws(Refusal) -> Decision {
    let chosen = Set(told)
    guard chosen.isSubset(of: responders) else { throw .notYourResponder }
    guard !chosen.isEmpty || responders.isEmpty else { throw .nobodyChosen }
    let sheet = CheckInSheet(
      id: CheckInSheet.ID(moment.mint()), person: me.person.id, createdAt: moment.now.storable,
      silentGroup: material.silentGroup, told: chosen.sorted(),
      kept: responders.filter { !chosen.contains($0) }.sorted())
    let codes = material.hashes.enumerated().flatMap { group, hashes in
      hashes.map {
        CheckInCode(
          id: CheckInCode.ID(moment.mint()), sheet: sheet.id, person: me.person.id, hash: $0,
          group: group)
      }
    }
    var decision = Decision(
      .checkInSheet(
        NewCheckInSheet(
          groups: material.texts.map { $0.map(\.printed) }, silentGroup: material.silentGroup,
          details: CheckInSheetData(createdAt: sheet.createdAt, left: codes.count))),
      events: [.checkInCodesChanged(me.person.id)],
      mutations: [
        .voidCheckInSheets(me.person.id, at: moment.now.storable),
        .insertCheckInSheet(sheet, codes),
      ])
    // Whoever has found a signed-in browser must not print codes in silence.
    decision.tell(me, CheckInCodeNotices.made(sheet), at: moment)
    decision.touch(me.person.id, .codes)
    return decision
  }

  /// The sheet's codes do nothing any more. Without one nothing happens.
  public static func revoke(_ sheet: CheckInSheet?, by me: Recipient, moment: Moment) -> Decision {
    let person = me.person.id
    guard let sheet, sheet.person == person, sheet.voidAt == nil else { return Decision() }
    var decision = Decision(
      events: [.checkInCodesChanged(person)],
      mutations: [.voidCheckInSheets(person, at: moment.now.storable)])
    decision.touch(person, .codes)
    // Whoever holds a found phone must not take the silent way out away unnoticed.
    decision.tell(me, CheckInCodeNotices.revoked(sheet), at: moment)
    return decision
  }

  /// A check-in by whoever's code it is, once. The same again a moment later changes nothing.
  ///
  /// Every code is left to the watch, which alone looks what more it means: this decision is the same
  /// for all of them.
  /// - Throws: ``Refusal/checkInCodeRefused`` for a code there is not, a void and a used one alike.
  public static func use(
    _ facts: TypedCodeFacts?, channel: ChannelKind? = nil, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let facts, !facts.isVoid else { throw .checkInCodeRefused }
    let code = facts.code
    if let used = code.usedAt {
      guard abs(moment.now.timeIntervalSince(used)) < repeatable,
        let record = facts.checkIn.repeated
      else { throw .checkInCodeRefused }
      return Decision(.checkedIn(CheckInRecord(record)))
    }
    var decision = CheckInRules.checkIn(
      facts.checkIn, clientKey: code.clientKey, at: nil, source: .printedCode, channel: channel,
      moment: moment)
    decision.mutations.append(
      .useCheckInCode(code.id, at: moment.now.storable, dueAt: moment.now.storable))
    if facts.left - 1 == CheckInSheet.few {
      decision.tell(
        facts.checkIn.me, CheckInCodeNotices.few(facts.left - 1, of: code.sheet), at: moment)
    }
    decision.touch(code.person, .codes)
    return decision
  }
}

extension CheckInCode {
  /// Names the check-in it is used for.
  public var clientKey: String { CheckIn.KeyPrefix.code.key(id) }
}
