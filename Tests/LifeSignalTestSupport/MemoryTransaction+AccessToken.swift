import Foundation
import LifeSignalModel

extension MemoryTransaction {
  func accessToken(hash: Data) -> AccessToken? { tables.accessTokens.first { $0.hash == hash } }

  func accessToken(_ id: AccessToken.ID) -> AccessToken? {
    tables.accessTokens.first { $0.id == id }
  }

  func accessTokens(of person: Person.ID, at now: Date) -> [AccessToken] {
    tables.accessTokens.filter { $0.person == person && $0.isGood(at: now) }
      .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
  }

  func insert(_ token: AccessToken) -> Bool {
    guard !tables.accessTokens.contains(where: { $0.id == token.id || $0.hash == token.hash })
    else { return false }
    tables.accessTokens.append(token)
    return true
  }

  func revokeAccessToken(_ id: AccessToken.ID, of person: Person.ID, at: Date) -> Bool {
    change(
      &tables.accessTokens, { $0.id == id && $0.person == person && $0.revokedAt == nil }
    ) { $0.revokedAt = at }
  }

  func noteUse(ofAccessToken id: AccessToken.ID, at: Date) -> Bool {
    change(&tables.accessTokens, { $0.id == id && $0.revokedAt == nil }) { $0.lastUsedAt = at }
  }
}
