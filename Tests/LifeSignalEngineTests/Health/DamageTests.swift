import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

@Suite struct `Damage that the engine has met is counted` {
  @Test func `an answer counts for a day after it was last met, also when no further ones fit`() {
    let damage = Damage()
    let first = ManualClock().now
    for number in 0..<1_001 { damage.answerLost(Data("\(number)".utf8), at: first) }
    #expect(damage.lostAnswers(at: first) == 1_000)
    damage.answerLost(Data("0".utf8), at: first + 60)
    #expect(damage.lostAnswers(at: first + RepeatRules.life + 1) == 1)
    #expect(damage.lostAnswers(at: first + RepeatRules.life + 61) == 0)
  }
}
