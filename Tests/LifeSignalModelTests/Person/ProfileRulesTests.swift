import Foundation
import LifeSignalModel
import Testing

@Suite struct ProfileRulesTests {
  private var newcomer: CheckInFacts {
    var me = Cast.mara
    me.person.profileComplete = false
    return CheckInFacts(me: me, watch: Watch(person: "1"))
  }

  @Test func `the first complete profile starts the watch with an automatic check-in`() throws {
    let decision = try ProfileRules.update(
      newcomer, firstName: " Mara ", lastName: "Lindqvist", emergencyNote: "",
      moment: Cast.moment(60))
    #expect(decision.watch?.lastCheckIn == Cast.start + 60)
    let sources = decision.mutations.compactMap {
      if case .insertCheckIn(let checkIn) = $0 { checkIn.source } else { nil }
    }
    #expect(sources == [.automatic])
    let stored = decision.mutations.compactMap {
      if case .updatePerson(let person) = $0 { person } else { nil }
    }
    #expect(stored.first?.firstName == "Mara")
    #expect(stored.first?.profileComplete == true)
    #expect(decision.outcome == .done)
  }

  @Test func `a later change of the profile is no sign of life`() throws {
    let decision = try ProfileRules.update(
      Cast.facts(), firstName: "Mara", lastName: "Berg", emergencyNote: "x",
      moment: Cast.moment(60))
    #expect(decision.watch == nil)
    #expect(decision.changes["2"] == .contacts)
  }

  @Test(arguments: [("", "B"), ("A", "  "), (String(repeating: "a", count: 81), "B")])
  func `both names are needed, neither too long`(first: String, last: String) {
    #expect(throws: Refusal.invalidName) {
      try ProfileRules.update(
        newcomer, firstName: first, lastName: last, emergencyNote: "", moment: Cast.moment())
    }
  }

  @Test func `a note has its limit`() {
    #expect(throws: Refusal.noteTooLong) {
      try ProfileRules.update(
        newcomer, firstName: "A", lastName: "B",
        emergencyNote: String(repeating: "n", count: 2_001), moment: Cast.moment())
    }
  }

  @Test func `the language one has already changes nothing`() {
    var mara = Cast.mara.person
    mara.language = .german
    let same = ProfileRules.setLanguage(mara, to: .german, moment: Cast.moment())
    #expect(same == Decision(.unchanged))
    let other = ProfileRules.setLanguage(mara, to: .arabic, moment: Cast.moment(5))
    guard case .updatePerson(let changed) = other.mutations.first else {
      Issue.record("nothing is stored")
      return
    }
    #expect(changed.language == .arabic)
  }
}
