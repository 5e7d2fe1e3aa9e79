public import Foundation

/// A person's picture as stored. Never changed: another picture is another row.
///
/// The id is random text that cannot be guessed and is part of the address, so that a browser may
/// keep the file for ever.
public struct Picture: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Picture>

  /// Raw values are stored.
  public enum Kind: String, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
  }

  public var id: ID
  public var person: Person.ID
  public var kind: Kind
  /// The picture itself and nothing else.
  public var bytes: Data
  public var createdAt: Date

  public init(id: ID, person: Person.ID, kind: Kind, bytes: Data, createdAt: Date) {
    self.id = id
    self.person = person
    self.kind = kind
    self.bytes = bytes
    self.createdAt = createdAt
  }
}

extension Picture.ID {
  /// Where the picture is served to its owner and accepted contacts, relative to the server.
  public var url: URL? { URL(string: "/pictures/\(rawValue)") }
}
