public import Foundation

/// The ingredients of a new sheet. Everything unpredictable comes from the caller.
public struct CheckInSheetMaterial: Equatable, Sendable {
  /// Group by group.
  public var texts: [[CheckInCodeText]]
  /// The keyed hashes of the codes' texts, in their order.
  public var hashes: [[Data]]
  /// From 0.
  public var silentGroup: Int

  public init(texts: [[CheckInCodeText]], hashes: [[Data]], silentGroup: Int) {
    self.texts = texts
    self.hashes = hashes
    self.silentGroup = silentGroup
  }

  init(from secrets: some Secrets) {
    texts = secrets.entropy.checkInCodes()
    silentGroup = Int(
      clamping: secrets.entropy.number() % UInt64(clamping: CheckInSheet.groups))
    hashes = texts.map { $0.map { secrets.hash($0) } }
  }
}

/// The stored facts about a typed code.
///
/// They deliberately exclude which group calls for help, so that the answer cannot depend on it.
public struct TypedCodeFacts: Equatable, Sendable {
  public var code: CheckInCode
  /// Its sheet was revoked or replaced.
  public var isVoid: Bool
  /// Codes of the sheet that have not been used, this one included.
  public var left: Int
  /// With the check-in this code was used for, if any.
  public var checkIn: CheckInFacts

  public init(code: CheckInCode, isVoid: Bool, left: Int, checkIn: CheckInFacts) {
    self.code = code
    self.isVoid = isVoid
    self.left = left
    self.checkIn = checkIn
  }
}

extension TypedCodeFacts {
  /// Whether the code checks its owner in, or did so a moment ago.
  func isAccepted(at now: Date) -> Bool {
    guard !isVoid else { return false }
    guard let used = code.usedAt else { return true }
    return abs(now.timeIntervalSince(used)) < CheckInCodeRules.repeatable
      && checkIn.repeated != nil
  }
}

/// Check-ins by codes on paper: printing codes, revoking them, typing one.
public enum CheckInCodeRules {
  /// Seconds within which the same code again is the same check-in: a form that was sent twice.
  public static let repeatable: TimeInterval = 600

  /// Makes a new sheet. An earlier one is void from now on.
  /// - Parameter told: the people notified of a duress alert; each of them must be a responder.
  /// - Throws: ``Refusal/notYourResponder``; ``Refusal/nobodyChosen`` if there are responders and
  ///   none was chosen.
  public static func make(
    _ material: CheckInSheetMaterial, told: [Person.ID], responders: [Person.ID],
    _ me: Recipient, moment: Moment
  ) throws(Refusal) -> Decided<NewCheckInSheet> {
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
      events: [.checkInCodesChanged(me.person.id)],
      mutations: [
        .voidCheckInSheets(me.person.id, at: moment.now.storable),
        .insertCheckInSheet(sheet, codes),
      ])
    decision.requireRoomForKey()
    // Someone who found a signed-in browser must not print codes unnoticed.
    decision.tell(me, CheckInCodeNotices.made(sheet), at: moment)
    decision.touch(me.person.id, .codes)
    return Decided(
      decision,
      NewCheckInSheet(
        groups: material.texts.map { $0.map(\.printed) }, silentGroup: material.silentGroup,
        details: CheckInSheetData(createdAt: sheet.createdAt, left: codes.count)))
  }

  /// Makes the sheet's codes void. Does nothing without a sheet.
  public static func revoke(_ sheet: CheckInSheet?, by me: Recipient, moment: Moment) -> Decision {
    let person = me.person.id
    guard let sheet, sheet.person == person, sheet.voidAt == nil else { return Decision() }
    var decision = Decision(
      events: [.checkInCodesChanged(person)],
      mutations: [.voidCheckInSheets(person, at: moment.now.storable)])
    decision.touch(person, .codes)
    // Someone who holds a found phone must not revoke the duress codes unnoticed.
    decision.tell(me, CheckInCodeNotices.revoked(sheet), at: moment)
    return decision
  }

  /// Checks in the code's owner, once per code. The same request a moment later changes nothing.
  ///
  /// The watch alone finds out whether the code means more: this decision is the same for every
  /// code.
  /// - Throws: ``Refusal/checkInCodeRefused`` for an unknown, a void and a used code alike.
  public static func use(
    _ facts: TypedCodeFacts?, channel: ChannelKind? = nil, moment: Moment
  ) throws(Refusal) -> Decided<CheckInRecord> {
    guard let facts, facts.isAccepted(at: moment.now) else { throw .checkInCodeRefused }
    let code = facts.code
    if code.usedAt != nil, let record = facts.checkIn.repeated {
      return Decided(Decision(), CheckInRecord(record))
    }
    var decided = CheckInRules.checkIn(
      facts.checkIn, clientKey: code.clientKey, at: nil, source: .printedCode, channel: channel,
      moment: moment)
    decided.decision.mutations.append(
      .useCheckInCode(code.id, at: moment.now.storable, dueAt: moment.now.storable))
    if facts.left - 1 == CheckInSheet.few {
      decided.decision.tell(
        facts.checkIn.me, CheckInCodeNotices.few(facts.left - 1, of: code.sheet), at: moment)
    }
    decided.decision.touch(code.person, .codes)
    return decided
  }
}

extension CheckInCode {
  /// Names the check-in it is used for.
  public var clientKey: String { CheckIn.KeyPrefix.code.key(id) }
}
