import Foundation
import LifeSignalModel
import Testing

@Suite struct ProfileRulesTests {
  private var newcomer: CheckInFacts {
    var me = Cast.mara
    me.person.profileComplete = false
    return CheckInFacts(me: me, watch: Watch(person: "1"))
  }

  @Test func `the first complete profile starts no countdown and is no check-in`() throws {
    let decision = try ProfileRules.update(
      newcomer, to: Profile(firstName: " Mara ", lastName: "Lindqvist"), moment: Cast.moment(60))
    #expect(decision.watch == nil)
    #expect(
      !decision.mutations.contains { if case .insertCheckIn = $0 { true } else { false } })
    #expect(decision.told == [] && decision.timeline.isEmpty)
    let stored = decision.mutations.compactMap {
      if case .updatePerson(let person) = $0 { person } else { nil }
    }
    #expect(stored.first?.profile.firstName == "Mara")
    #expect(stored.first?.profileComplete == true)
    #expect(decision.outcome == .done)
  }

  @Test func `a later change of the profile is not a check-in`() throws {
    let decision = try ProfileRules.update(
      Cast.facts(), to: Profile(firstName: "Mara", lastName: "Berg", emergencyNote: "x"),
      moment: Cast.moment(60))
    #expect(decision.watch == nil)
    #expect(decision.changes["2"] == .contacts)
  }

  @Test(arguments: [("", "B"), ("A", "  "), (String(repeating: "a", count: 81), "B")])
  func `both names are needed, neither too long`(first: String, last: String) {
    #expect(throws: Refusal.invalidName) {
      try ProfileRules.update(
        newcomer, to: Profile(firstName: first, lastName: last), moment: Cast.moment())
    }
  }

  @Test func `a note has its limit`() {
    #expect(throws: Refusal.noteTooLong) {
      try ProfileRules.update(
        newcomer,
        to: Profile(
          firstName: "A", lastName: "B", emergencyNote: String(repeating: "n", count: 2_001)),
        moment: Cast.moment())
    }
  }

  @Test(arguments: [
    ("Take\u{0} the \u{202E}red\u{2066} pills\u{E0041}.", "Take the red pills."),
    ("Allergy:\u{2028}nuts\r\n\tInsulin\u{7F}", "Allergy:\nnuts\r\n\tInsulin"),
    ("\u{200B}", ""), ("\u{301}x \u{301}y", "x y"),
    ("See https://drive.example/a\u{200B}b", "See https://drive.example/ab"),
    ("Ring Nguyễn 👩‍👩‍👧, علی‌رضا", "Ring Nguyễn 👩‍👩‍👧, علی‌رضا"),
    ("a" + String(repeating: "\u{301}", count: 900), "a\u{301}\u{301}\u{301}\u{301}"),
    ("ệ" + String(repeating: "\u{301}", count: 9), "ệ\u{301}\u{301}"),
  ])
  func `a note loses invisible characters and stacked marks, and keeps its lines and addresses`(
    text: String, kept: String
  ) throws {
    let decision = try ProfileRules.update(
      Cast.facts(), to: Profile(firstName: "A", lastName: "B", emergencyNote: text),
      moment: Cast.moment())
    let notes = decision.mutations.compactMap {
      if case .updatePerson(let person) = $0 { person.profile.emergencyNote } else { nil }
    }
    #expect(notes.map { Array($0.unicodeScalars) } == [Array(kept.unicodeScalars)])
  }

  @Test func `the language one has already changes nothing`() {
    var mara = Cast.mara.person
    mara.language = .german
    let same = ProfileRules.setLanguage(mara, to: .german, moment: Cast.moment())
    #expect(same == Decision())
    let other = ProfileRules.setLanguage(mara, to: .arabic, moment: Cast.moment(5))
    guard case .updatePerson(let changed) = other.mutations.first else {
      Issue.record("nothing is stored")
      return
    }
    #expect(changed.language == .arabic)
  }
}
