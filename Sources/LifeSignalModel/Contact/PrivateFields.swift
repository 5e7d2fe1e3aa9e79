/// What a person writes about a contact for themselves alone.
public struct PrivateFields: Equatable, Sendable {
  public var nickname: String?
  public var notes: String?

  public init(nickname: String? = nil, notes: String? = nil) {
    self.nickname = nickname
    self.notes = notes
  }
}

extension ContactData {
  public var privateFields: PrivateFields { PrivateFields(nickname: nickname, notes: notes) }
}
