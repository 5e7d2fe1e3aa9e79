import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalEngine

@Suite struct `Passkey questions that wait for an answer` {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let challenges = PasskeyChallenges(capacity: 100)

  private func bytes(_ number: Int) -> Data { Data("challenge \(number)".utf8) }

  @Test func `of members outlast any number of strangers`() {
    challenges.remember(bytes(0), for: .proof("7"), of: "1", at: now)
    for number in 1...1_000 { challenges.remember(bytes(number), for: .signIn, of: nil, at: now) }
    #expect(challenges.take(bytes(0), for: .proof("7"), of: "1", at: now))
    #expect(!challenges.take(bytes(1), for: .signIn, of: nil, at: now))
    #expect(challenges.take(bytes(1_000), for: .signIn, of: nil, at: now))
  }

  @Test func `of one member push out only their own`() {
    challenges.remember(bytes(0), for: .proof("7"), of: "1", at: now)
    for number in 1...9 {
      challenges.remember(bytes(number), for: .registration("8"), of: "2", at: now)
    }
    #expect(challenges.take(bytes(0), for: .proof("7"), of: "1", at: now))
    #expect(!challenges.take(bytes(1), for: .registration("8"), of: "2", at: now))
    #expect(challenges.take(bytes(2), for: .registration("8"), of: "2", at: now))
  }

  @Test func `are good once, for whom and for what they were asked`() {
    challenges.remember(bytes(0), for: .proof("7"), of: "1", at: now)
    #expect(!challenges.take(bytes(0), for: .proof("7"), of: "2", at: now))
    #expect(!challenges.take(bytes(0), for: .signIn, of: nil, at: now))
    #expect(challenges.take(bytes(0), for: .proof("7"), of: "1", at: now))
    #expect(!challenges.take(bytes(0), for: .proof("7"), of: "1", at: now))
  }

  @Test func `that were not answered in time are forgotten when there are many members`() {
    challenges.remember(bytes(0), for: .proof("7"), of: "1", at: now)
    let later = now + PasskeyRules.patience
    for number in 1...200 {
      challenges.remember(
        bytes(number), for: .proof("8"), of: Person.ID(Int64(number + 1)), at: later)
    }
    #expect(!challenges.take(bytes(0), for: .proof("7"), of: "1", at: later))
    #expect(challenges.take(bytes(1), for: .proof("8"), of: "2", at: later))
  }
}
