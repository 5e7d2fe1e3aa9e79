import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization
import Testing

@testable import LifeSignalDelivery

@Suite struct `A day's budget` {
  private final class Day: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_767_600_000))
    var now: Date { time.withLock { $0 } }
    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
  }

  private let day = Day()

  private func budget(
    perDay: Int = 10, perPrefix: Int = 6, codes: Int = 9, alarms: Int = 4, perNumber: Int = 60,
    perOwner: Int = 60
  ) -> Budget {
    Budget(
      BudgetLimits(
        perDay: perDay, perPrefix: perPrefix, codes: codes, alarms: alarms,
        alarmsPerNumber: perNumber, alarmsPerOwner: perOwner),
      now: { [day] in day.now })
  }

  private func take(
    _ budget: Budget, _ count: Int = 1, _ number: String = "+15550100001",
    as purpose: Budget.Purpose = .other, because cause: Delivery.Cause? = nil
  ) -> Bool {
    if case .taken = budget.take(count, for: number, as: purpose, because: cause) {
      true
    } else {
      false
    }
  }

  /// One more message about an alert of `owner`.
  private func tell(
    _ budget: Budget, _ owner: Person.ID, _ alert: AlertRecord.ID,
    _ kind: Alert.Kind? = .manual, _ count: Int = 1, to number: String = "+15550100001"
  ) -> Bool {
    take(
      budget, count, number, as: .alarm,
      because: Delivery.Cause(owner: owner, alert: alert, kind: kind))
  }

  /// What was used up, and whether that is news.
  private func refusal(
    _ budget: Budget, _ purpose: Budget.Purpose, _ number: String = "+15550100001"
  ) -> (purse: Budget.Purse, isNews: Bool)? {
    guard case .usedUp(let purse, let isNews, _) = budget.take(1, for: number, as: purpose) else {
      return nil
    }
    return (purse, isNews)
  }

  @Test func `is for all countries, and for each one`() {
    let budget = budget()
    #expect(take(budget, 6))
    #expect(!take(budget, 1), "one country")
    #expect(take(budget, 4, "+447700900123"))
    #expect(!take(budget, 1, "+61491570006"), "all of them")
  }

  @Test func `takes all parts of a message or none`() {
    let budget = budget()
    #expect(!take(budget, 7))
    #expect(take(budget, 6))
  }

  @Test func `is kept for alarms whatever the others do`() {
    let budget = budget()
    while take(budget) {}
    while take(budget, 1, "+447700900123") {}
    while take(budget, as: .code) {}
    #expect((0..<4).allSatisfy { _ in take(budget, as: .alarm) })
    #expect(!take(budget, as: .alarm))
  }

  @Test func `lets alarms have what the others leave, and not the other way round`() {
    let budget = budget()
    // 4 of their own, then 10 of the others', also beyond what one country may have.
    #expect((0..<14).allSatisfy { _ in take(budget, as: .alarm) })
    #expect(!take(budget, as: .alarm) && !take(budget))
    #expect(take(budget, as: .code), "what is kept for codes is nobody else's")
  }

  // MARK: Codes

  @Test func `for codes is separate from every other budget`() {
    let budget = budget(perDay: 3, perPrefix: 3, codes: 3, alarms: 1)
    #expect(take(budget, 2, as: .code) && take(budget, 1, "+447700900123", as: .code))
    #expect(!take(budget, 1, "+61491570006", as: .code), "all codes")
    #expect(take(budget, 3), "strangers' codes cost the others nothing, in their country neither")
    #expect(!take(budget))
    let other = self.budget(perDay: 3, perPrefix: 3, codes: 3, alarms: 1)
    #expect(take(other, 3) && !take(other) && take(other, as: .alarm))
    #expect(take(other, 2, as: .code), "reminders and alarms cost codes nothing")
  }

  @Test(arguments: [
    (12, 4, 3), (9, 4, 2), (300, 100, 75), (3, 2, 0), (2, 2, 0), (1, 1, 0), (0, 0, 0),
  ])
  func `for codes leaves a third to other countries, and a quarter to members`(
    codes: Int, ofOne: Int, own: Int
  ) {
    let budget = budget(perPrefix: 0, codes: codes)
    #expect((0..<ofOne).allSatisfy { _ in take(budget, as: .code) })
    #expect(!take(budget, as: .code))
    let others = codes - ofOne - own - own
    #expect((0..<others).allSatisfy { _ in take(budget, 1, "+447700900123", as: .code) })
    #expect(!take(budget, 1, "+447700900123", as: .code))
    #expect((0..<own).allSatisfy { _ in take(budget, as: .ownCode) }, "in that country too")
    #expect(!take(budget, as: .ownCode))
    #expect((0..<own).allSatisfy { _ in take(budget, as: .membersCode) }, "strangers take none")
    #expect(!take(budget, as: .membersCode))
  }

  @Test func `for members' codes is touched by no stranger, and takes what strangers leave`() {
    let budget = budget(codes: 12)
    while take(budget, as: .ownCode) {}
    // 3 of their own, 4 of one country's.
    #expect(!take(budget, as: .code))
    #expect(budget.figures.map(\.used).reduce(0, +) == 11, "4 of them counted for the country too")
    #expect((0..<2).allSatisfy { _ in take(budget, 1, "+447700900123", as: .code) })
    #expect(!take(budget, 1, "+61491570006", as: .ownCode), "no more than all codes together")
    #expect(refusal(budget, .ownCode)?.purse == .ownCodes)
  }

  // MARK: Alarms to one number

  @Test func `for alarms is not used up by one number`() {
    let budget = budget(alarms: 20, perNumber: 5)
    #expect(take(budget, 3, as: .alarm) && !take(budget, 3, as: .alarm))
    #expect(take(budget, 2, as: .alarm))
    #expect(refusal(budget, .alarm)?.purse == .number)
    #expect(take(budget, 5, "+15550100002", as: .alarm), "everybody else still has alarms")
    #expect(take(budget, 6), "what is no alarm does not count")
    day.advance(by: 86_400)
    #expect(take(budget, 5, as: .alarm))
  }

  @Test func `for one number counts alarms that the others have paid for`() throws {
    let budget = budget(alarms: 1, perNumber: 2)
    #expect(take(budget, as: .alarm))
    guard case .taken(let share) = budget.take(1, for: "+15550100001", as: .alarm) else {
      Issue.record("there is one left")
      return
    }
    #expect(refusal(budget, .alarm)?.purse == .number)
    budget.giveBack(share)
    #expect(take(budget, as: .alarm))
  }

  @Test func `one number has 120 parts for alerts, 30 of them for those of one person`() {
    let budget = Budget(
      BudgetLimits(perDay: 0, perPrefix: 0, codes: 0, alarms: 1_000), now: { [day] in day.now })
    for owner: Person.ID in ["1", "2", "3", "4"] {
      #expect((0..<30).allSatisfy { _ in tell(budget, owner, "10") })
      #expect(!tell(budget, owner, "10"))
    }
    let other = Delivery.Cause(owner: "5")
    #expect(!take(budget, as: .alarm, because: other))
  }

  @Test func `one person's alerts leave a responder's number its budget for other people`() {
    let budget = budget(alarms: 100, perNumber: 20, perOwner: 5)
    while tell(budget, "1", "10") {}
    #expect(tell(budget, "2", "20") && tell(budget, "2", "20"))
    let refused = budget.take(
      1, for: "+15550100001", as: .alarm, because: Delivery.Cause(owner: "1"))
    #expect(refused == .usedUp(.owner, isNews: false, reopens: 57_600))
  }

  @Test func `the first message of an alert to a number passes when every budget is used up`() {
    let budget = budget(perDay: 0, alarms: 3, perNumber: 3, perOwner: 2)
    while tell(budget, "1", "10") {}
    #expect(tell(budget, "2", "20", .manual, 3), "more parts than are left")
    #expect(!tell(budget, "2", "20"), "the second message of the alert is counted")
    #expect(tell(budget, "2", "21", .missedCheckIn), "a missed check-in is another alert")
    #expect(tell(budget, "2", "20", to: "+15550100002"), "so is it for another number")
  }

  @Test func `first messages beyond their owner's part cost no one else anything`() throws {
    let budget = budget(perDay: 0, alarms: 4, perNumber: 4, perOwner: 2)
    func used(_ name: String) -> Int? { budget.figures.first { $0.name == name }?.used }
    #expect(tell(budget, "1", "10", .manual, 2))
    for alert: AlertRecord.ID in ["11", "12", "13"] {
      day.advance(by: 600)
      #expect(tell(budget, "1", alert, .manual, 2), "each is another alert")
    }
    #expect(["owner", "number", "alarms"].map(used) == [8, 2, 2])
    day.advance(by: 600)
    let answer = budget.take(
      2, for: "+15550100001", as: .alarm,
      because: Delivery.Cause(owner: "1", alert: "14", kind: .manual))
    guard case .taken(let share) = answer else {
      Issue.record("the first message passes")
      return
    }
    budget.giveBack(share)
    #expect(["owner", "number", "alarms"].map(used) == [8, 2, 2], "what was taken is given back")
    #expect(tell(budget, "2", "20") && tell(budget, "2", "20"), "the rest is for other people")
  }

  @Test func `an alert raised again within ten minutes is the same alert`() {
    let budget = budget(alarms: 100, perNumber: 100, perOwner: 2)
    #expect(tell(budget, "1", "10"))
    day.advance(by: 599)
    #expect(tell(budget, "1", "11"), "from the part of 2")
    #expect(!tell(budget, "1", "12") && !tell(budget, "1", "10"))
    day.advance(by: 1)
    #expect(tell(budget, "1", "12"))
    #expect(!tell(budget, "1", "13"))
  }

  @Test func `a first message that its carrier did not take is tried again as the first`() {
    let budget = budget(alarms: 0, perNumber: 0, perOwner: 0)
    let cause = Delivery.Cause(owner: "1", alert: "10", kind: .manual)
    guard case .taken(let share) = budget.take(1, for: "+1555010", as: .alarm, because: cause)
    else {
      Issue.record("the first message passes")
      return
    }
    #expect(!take(budget, 1, "+1555010", as: .alarm, because: cause))
    budget.giveBack(share)
    #expect(take(budget, 1, "+1555010", as: .alarm, because: cause))
  }

  // MARK: Days

  @Test func `starts again at midnight, and not when the clock is set back`() {
    let budget = budget()
    #expect(take(budget, 6))
    #expect(!take(budget))
    day.advance(by: -86_400)
    #expect(!take(budget))
    day.advance(by: 2 * 86_400)
    #expect(budget.figures.allSatisfy { $0.used == 0 })
    #expect(take(budget, 6))
  }

  @Test func `says when it is open again`() {
    let budget = budget(codes: 0)
    func reopens() -> TimeInterval? {
      guard case .usedUp(_, _, let seconds) = budget.take(1, for: "+1555010", as: .code) else {
        return nil
      }
      return seconds
    }
    #expect(reopens() == 57_600)
    day.advance(by: 16 * 3_600 - 1)
    #expect(reopens() == 1)
    day.advance(by: 1)
    #expect(reopens() == 86_400)
    // Set back, it is still the later day that has to end.
    day.advance(by: -3_600)
    #expect(reopens() == 90_000)
  }

  @Test(arguments: [Budget.Purpose.alarm, .code, .other])
  func `gets back what was not spent, on the same day only`(purpose: Budget.Purpose) throws {
    let budget = budget(perDay: 0, codes: 16, alarms: 6, perNumber: 6)
    let own = purpose == .other ? self.budget() : budget
    guard case .taken(let share) = own.take(6, for: "+15550100001", as: purpose) else {
      Issue.record("there are six")
      return
    }
    #expect(!take(own, as: purpose))
    own.giveBack(share)
    #expect(take(own, 6, as: purpose))
    day.advance(by: 86_400)
    #expect(take(own, 2, as: purpose))
    own.giveBack(share)
    #expect(own.figures.map(\.used).max() == 2)
    #expect(take(own, 4, as: purpose) && !take(own, as: purpose))
  }

  // MARK: Figures

  @Test func `shows what is gone, and counts what it refused`() {
    let budget = budget(perDay: 1, perPrefix: 1, codes: 1, alarms: 0)
    #expect(take(budget) && take(budget, 1, "+447700900123", as: .code))
    #expect(!take(budget) && !take(budget, as: .alarm) && !take(budget, as: .alarm))
    #expect(!take(budget, 1, "+447700900123", as: .code))
    #expect(
      budget.figures == [
        BudgetFigure(name: "alarms", limit: 0, used: 0, refused: 2),
        BudgetFigure(name: "number", limit: 60, used: 0, refused: 0),
        BudgetFigure(name: "owner", limit: 60, used: 0, refused: 0),
        BudgetFigure(name: "codes", limit: 1, used: 1, refused: 1),
        BudgetFigure(name: "others", limit: 1, used: 1, refused: 1),
        BudgetFigure(name: "own codes", limit: 0, used: 0, refused: 0),
        BudgetFigure(name: "members' codes", limit: 0, used: 0, refused: 0),
        BudgetFigure(name: "codes +44", limit: 1, used: 1, refused: 0),
        BudgetFigure(name: "+1", limit: 1, used: 1, refused: 0),
      ])
  }

  @Test func `shows the number that has had most alarms, and not which it is`() {
    let budget = budget(perNumber: 3)
    #expect(take(budget, as: .alarm) && take(budget, 3, "+15550100002", as: .alarm))
    #expect(!take(budget, 1, "+15550100002", as: .alarm))
    #expect(
      budget.figures.first { $0.name == "number" }
        == BudgetFigure(name: "number", limit: 3, used: 3, refused: 1))
    #expect(budget.figures.allSatisfy { !$0.name.contains("555") })
  }

  @Test func `is news once a day, for each purse`() {
    let budget = budget(perDay: 0, codes: 0, alarms: 1, perNumber: 1)
    #expect(refusal(budget, .other)?.isNews == true && refusal(budget, .other)?.isNews == false)
    #expect(refusal(budget, .code)?.isNews == true && refusal(budget, .code)?.isNews == false)
    #expect(take(budget, as: .alarm))
    #expect(refusal(budget, .alarm)?.isNews == true, "one number")
    let all = refusal(budget, .alarm, "+15550100002")
    #expect(all?.purse == .alarms && all?.isNews == true, "not hidden by that of one number")
    day.advance(by: 86_400)
    #expect(refusal(budget, .other)?.isNews == true)
  }

  @Test(arguments: [
    ("+15550100001", "+1"), ("+79161234567", "+7"), ("+447700900123", "+44"),
    ("+61491570006", "+61"), ("+4915112345678", "+49"), ("+353861234567", "+353"),
    ("+8613800138000", "+86"), ("+97150123456", "+971"), ("+882161234567", "+882"),
    ("5550100001", "other"), ("+1", "other"), ("+44x", "other"), ("", "other"),
  ])
  func `knows the country of a number`(number: String, code: String) {
    #expect(CallingCode.of(number) == code)
  }
}
