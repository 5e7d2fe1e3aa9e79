public import Foundation
public import LifeSignalModel

/// A secret with which this installation signs.
public struct InstallationSecret: Equatable, Sendable {
  public var name: String
  public var value: Data

  public init(name: String, value: Data) {
    self.name = name
    self.value = value
  }
}

/// Another one of the same name replaces it, even where it cannot be read; signatures made with it become
/// invalid.
extension InstallationSecret: KeyedRecord {
  public static let table = RecordTable("secrets", unique: ["(name)"], replaces: true)

  public static let blank = InstallationSecret(name: "", value: Data())

  public static func column(of name: String) -> StoredValue { .text(name) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("name", &name, .key)
    try column("value", &value)
  }
}
