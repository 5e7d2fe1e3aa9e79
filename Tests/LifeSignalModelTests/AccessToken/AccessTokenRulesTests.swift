import Foundation
import LifeSignalModel
import Testing

@Suite struct AccessTokenRulesTests {
  private static let text = AccessTokenText(random: [UInt8](0..<32))
  private static let hash = Data([1, 2, 3])

  private func create(
    name: String = " Bedside button ", scopes: Set<TokenScope> = [.checkIn, .read],
    life: TimeInterval? = 86_400, others: Int = 0
  ) throws -> Decided<NewAccessToken> {
    let mine = (0..<others).map { number in
      AccessToken(
        id: AccessToken.ID(Int64(number)), person: "1", hash: Data(), name: "n", scopes: [.read],
        createdAt: Cast.start)
    }
    return try AccessTokenRules.create(
      Self.text, hash: Self.hash, name: name, scopes: scopes, life: life, mine: mine, Cast.mara,
      moment: Cast.moment(5))
  }

  private func token(_ change: (inout AccessToken) -> Void = { _ in }) -> AccessToken {
    var token = AccessToken(
      id: "7", person: "1", hash: Self.hash, name: "n", scopes: [.read], createdAt: Cast.start)
    change(&token)
    return token
  }

  @Test func `the hash is stored, and the caller gets the text`() throws {
    let decision = try create()
    let stored = AccessToken(
      id: "100", person: "1", hash: Self.hash, name: "Bedside button", scopes: [.read, .checkIn],
      createdAt: Cast.start + 5, expiresAt: Cast.start + 86_405)
    #expect(decision.mutations == [.insertAccessToken(stored)])
    #expect(decision.demands == [.proof, .budget(.keys)])
    #expect(
      decision.answer
        == NewAccessToken(token: Self.text.text, details: AccessTokenData(stored)))
  }

  @Test func `its owner is notified, so that no token is made in silence`() throws {
    let decision = try create()
    #expect(decision.told == ["1 system"])
    #expect(decision.deliveries.count == 1)
    #expect(!decision.notifications.contains { $0.message.english.contains("lsp_") })
    #expect(!decision.deliveries.contains { $0.body.contains("lsp_") })
  }

  @Test(arguments: ["", "  ", String(repeating: "n", count: 61)])
  func `a name is needed, and a short one`(name: String) {
    #expect(throws: Refusal.invalidTokenName) { try create(name: name) }
  }

  @Test func `a token without scopes is refused`() {
    #expect(throws: Refusal.noTokenScope) { try create(scopes: []) }
  }

  @Test(arguments: [0, 3_599, 365 * 86_400 + 1, -1, .infinity, .nan] as [TimeInterval])
  func `it lasts an hour at least and a year at most`(life: TimeInterval) {
    #expect(throws: Refusal.invalidTokenLife) { try create(life: life) }
  }

  @Test(arguments: [nil, 3_600, 365 * 86_400] as [TimeInterval?])
  func `or until it is revoked`(life: TimeInterval?) throws {
    #expect(throws: Never.self) { try create(life: life) }
  }

  @Test func `twenty are enough`() throws {
    #expect(throws: Never.self) { try create(others: 19) }
    #expect(throws: Refusal.tooManyTokens) { try create(others: 20) }
  }

  @Test func `only one's own is revoked, and once`() throws {
    #expect(throws: Refusal.tokenNotFound) {
      try AccessTokenRules.revoke(nil, by: "1", moment: Cast.moment())
    }
    #expect(throws: Refusal.tokenNotFound) {
      try AccessTokenRules.revoke(token(), by: "2", moment: Cast.moment())
    }
    let first = try AccessTokenRules.revoke(token(), by: "1", moment: Cast.moment())
    #expect(first.mutations == [.revokeAccessToken("7", "1", at: Cast.start)])
    #expect(first.changes["1"]?.contains(.sessions) == true)
    let again = try AccessTokenRules.revoke(
      token { $0.revokedAt = Cast.start }, by: "1", moment: Cast.moment())
    #expect(again.mutations.isEmpty)
  }

  @Test func `its use is noted now and then`() {
    func noted(_ lastUsed: TimeInterval?) -> Bool {
      let token = token { $0.lastUsedAt = lastUsed.map { Cast.start + $0 } }
      return !AccessTokenRules.use(token, moment: Cast.moment(1_000)).mutations.isEmpty
    }
    #expect(noted(nil) && noted(400))
    #expect(!noted(401) && !noted(1_000))
    #expect(noted(5_000), "a note from the future, after the clock was set back")
  }

  @Test func `it is good until it ends or is revoked`() {
    #expect(token().isGood(at: .distantFuture))
    #expect(!token { $0.revokedAt = Cast.start }.isGood(at: Cast.start))
    let ending = token { $0.expiresAt = Cast.start + 10 }
    #expect(ending.isGood(at: Cast.start + 9) && !ending.isGood(at: Cast.start + 10))
  }

  @Test func `scopes are written in one order, and unknown ones allow nothing`() {
    #expect(TokenScope.text([.account, .read, .read, .checkIn]) == "read check-in account")
    #expect(TokenScope.scopes("account read everything") == [.read, .account])
    #expect(TokenScope.allCases.allSatisfy { TokenScope.scopes($0.rawValue) == [$0] })
  }
}
