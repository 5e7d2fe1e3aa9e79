public import Foundation

/// The public half of a key with which a person signs in; their device, or their password manager,
/// keeps the private half.
public struct Passkey: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Passkey>

  public var id: ID
  public var person: Person.ID
  /// The device's name for it, 1–1,023 bytes; unique.
  public var credentialID: Data
  /// COSE, as ``PasskeyKey`` reads it.
  public var publicKey: Data
  /// The name the person recognizes it by, 1–60 characters.
  public var name: String
  /// The last value of its signature counter; stays 0 where a device does not count.
  public var counter: UInt32
  public var canBeCopied: Bool
  public var isCopied: Bool
  public var createdAt: Date
  public var lastUsedAt: Date?

  public init(
    id: ID, person: Person.ID, credentialID: Data, publicKey: Data, name: String,
    counter: UInt32 = 0, canBeCopied: Bool = false, isCopied: Bool = false, createdAt: Date,
    lastUsedAt: Date? = nil
  ) {
    self.id = id
    self.person = person
    self.credentialID = credentialID
    self.publicKey = publicKey
    self.name = name
    self.counter = counter
    self.canBeCopied = canBeCopied
    self.isCopied = isCopied
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}

/// A passkey as its owner reads it.
public struct PasskeyData: Identifiable, Equatable, Codable, Sendable {
  public var id: Passkey.ID
  public var name: String
  /// Whether it is on more than one device: losing one does not lose it.
  public var isCopied: Bool
  public var createdAt: Date
  public var lastUsedAt: Date?

  public init(
    id: Passkey.ID, name: String, isCopied: Bool = false, createdAt: Date, lastUsedAt: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.isCopied = isCopied
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }

  public init(_ passkey: Passkey) {
    self.init(
      id: passkey.id, name: passkey.name, isCopied: passkey.isCopied,
      createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt)
  }
}
