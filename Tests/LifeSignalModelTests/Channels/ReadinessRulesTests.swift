import Foundation
import LifeSignalModel
import Testing

@Suite struct ReadinessRulesTests {
  private typealias Way = ReadinessFacts.Way

  private func judge(_ ways: [Way], of count: Int = 2, reachable: Int? = nil) -> Readiness {
    ReadinessRules.judge(
      ReadinessFacts(
        ways: ways,
        responders: (0..<count).map { number in
          .init(name: "R\(number)", ways: number < reachable ?? count ? [Self.sms] : [])
        }),
      at: Cast.start)
  }

  private func judge(responders: [Way]) -> Readiness {
    ReadinessRules.judge(
      ReadinessFacts(
        ways: [Self.sms, Self.push],
        responders: zip(["Mara", "Theo"], responders).map { .init(name: $0, ways: [$1]) }),
      at: Cast.start)
  }

  private static let sms = Way(kind: .sms, lastSuccess: Cast.start - 60)
  private static let push = Way(kind: .webPush, lastSuccess: Cast.start - 60)
  private static let failed = Way(
    kind: .email, lastSuccess: Cast.start - 90, lastFailure: Cast.start - 60)

  @Test func `is whole with two kinds that work and two responders`() {
    #expect(judge([Self.sms, Self.push]) == Readiness(score: 100, weakest: .nothing))
  }

  @Test func `is zero without responders and channels`() {
    #expect(judge([], of: 0) == Readiness(score: 0, weakest: .noResponder))
  }

  @Test func `names the responders before the person's own channels`() {
    #expect(judge([], reachable: 0).weakest == .noResponderReached)
    #expect(judge([]).weakest == .noChannel)
    #expect(judge([Self.sms, Self.push], of: 1).weakest == .oneResponder)
    #expect(judge([Self.sms, Self.push], of: 3, reachable: 2).weakest == .someRespondersUnreached)
  }

  @Test func `a message that failed after the last that did not counts against its channel`() {
    #expect(judge([Self.failed]).weakest == .allFailed)
    let readiness = judge([Self.sms, Self.push, Self.failed])
    #expect(readiness.weakest == .oneFailed && readiness.kind == .email)
  }

  @Test func `a responder nothing has reached for weeks is named, with whole weeks and no channel`()
  {
    let silent = Way(kind: .email, addedAt: Cast.start - 27 * 86_400)
    let readiness = judge(responders: [Self.sms, silent])
    #expect(readiness.weakest == .responderSilent && readiness.kind == nil)
    #expect(readiness.name == "Theo" && readiness.weeks == 3)
    #expect(
      readiness.words.english
        == "Nothing has reached Theo for 3 weeks. Ask them to open LifeSignal.")
  }

  @Test func `a seen message counts less from week to week, but never zero`() {
    let scores = [1, 14, 21, 30, 45, 60, 400].map { days in
      let way = Way(kind: .email, lastSuccess: Cast.start - TimeInterval(days) * 86_400)
      return judge(responders: [Self.sms, way]).score
    }
    #expect(scores == scores.sorted(by: >))
    #expect(scores.first == 100 && scores.last == 90)
  }

  @Test func `a responder who cannot be reached is named`() {
    let readiness = judge(responders: [Self.sms, Self.failed])
    #expect(readiness.weakest == .someRespondersUnreached && readiness.name == "Theo")
    #expect(readiness.score == 80)
  }

  @Test func `that a push service takes messages does not keep a browser alive`() {
    let gone = Way(
      kind: .webPush, lastSuccess: Cast.start - ReadinessRules.silence,
      takenAt: Cast.start - 60)
    #expect(judge([gone]).weakest == .noChannel)
    let mended = Way(
      kind: .webPush, lastSuccess: Cast.start - 90, lastFailure: Cast.start - 60,
      takenAt: Cast.start - 30)
    #expect(judge([mended]).weakest == .oneChannel)
  }

  @Test func `two browsers are one way`() {
    let readiness = judge([Self.push, Self.push])
    #expect(readiness == Readiness(score: 80, weakest: .oneChannel, kind: .webPush))
  }

  @Test func `a browser silent for sixty days is gone`() {
    let silent = Way(kind: .webPush, lastSuccess: Cast.start - ReadinessRules.silence)
    #expect(judge([silent]).weakest == .noChannel)
    let heard = Way(kind: .webPush, lastSuccess: Cast.start - ReadinessRules.silence + 1)
    #expect(judge([heard]).weakest == .oneChannel)
  }

  @Test func `is within its bounds, and one more that works never takes away`() {
    var random = SplitMix(seed: 5)
    let kinds: [ChannelKind] = [.sms, .email, .webPush, .voice]
    for _ in 0..<5_000 {
      let ways = (0..<random.below(5)).map { _ in
        Way(
          kind: kinds[random.below(4)],
          lastSuccess: random.below(2) == 0
            ? nil : Cast.start - TimeInterval(random.below(9_000_000)),
          lastFailure: random.below(2) == 0
            ? nil : Cast.start - TimeInterval(random.below(9_000_000)))
      }
      let count = random.below(4)
      let before = judge(ways, of: count, reachable: random.below(count + 1))
      #expect((0...100).contains(before.score))
      let reachable = random.below(count + 1)
      #expect(
        judge(ways + [Self.sms], of: count, reachable: reachable).score
          >= judge(ways, of: count, reachable: reachable).score)
    }
  }
}
