import Foundation

extension Columns {
  /// A value that is only ever read as a whole, with its keys in a fixed order.
  /// - Throws: as for a plain column.
  public mutating func json<Value: Codable>(
    _ name: StaticString, _ field: inout Value, _ role: Role = .changing
  ) throws {
    var text = isStoring ? try StoredJSON.text(field) : ""
    try self(name, &text, role)
    if isReading { field = try StoredJSON.value(text) }
  }

  /// - Parameter fallback: taken for a column that cannot be read; the damage is noted.
  public mutating func json<Value: Codable>(
    _ name: StaticString, _ field: inout Value, _ role: Role = .changing, or fallback: Value
  ) throws {
    guard isReading else { return try json(name, &field, role) }
    var text: String?
    try self(name, &text, role, or: nil)
    if let text, let value: Value = try? StoredJSON.value(text) {
      field = value
    } else {
      field = fallback
      noteDamage()
    }
  }
}

/// Values that are only ever read as a whole, with their keys in a fixed order.
public enum StoredJSON {
  public static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Throws: ``LedgerError/corrupt(_:)`` for text that is no such value.
  public static func value<Value: Decodable>(_ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw LedgerError.corrupt("A stored \(Value.self) cannot be read.")
    }
  }
}
