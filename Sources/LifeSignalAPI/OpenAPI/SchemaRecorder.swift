/// The keys that a type has requested.
final class SchemaRecord {
  var fields: [String: JSONValue] = [:]
  var required: Set<String> = []
  /// The payloads behind the names of cases.
  var payloads: [String: SchemaRecord] = [:]
  /// For a type that is a value and no object.
  var single: JSONValue?

  var properties: [String: JSONValue] {
    fields.merging(payloads.mapValues { SchemaBook.object($0.properties, $0.required) }) { $1 }
  }
}

/// Decodes without data: notes the keys that a type wants to read, and returns values that fit.
struct SchemaRecorder: Decoder {
  let book: SchemaBook
  let record: SchemaRecord
  /// The case an enumeration with associated values is to find.
  var choice: String?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RecordedObject(book: book, record: record, choice: choice))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw SchemaProblem("a list that is read by hand")
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    RecordedValue(book: book, record: record)
  }
}

private struct RecordedObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let book: SchemaBook
  let record: SchemaRecord
  let choice: String?

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { choice.flatMap(Key.init(stringValue:)).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool {
    throw SchemaProblem("\(key.stringValue) may be null, and is read by hand")
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (schema, sample) = try book.visit(type)
    record.fields[key.stringValue] = schema
    record.required.insert(key.stringValue)
    return sample
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    record.fields[key.stringValue] = try book.visit(type).schema.orNull
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    let payload = SchemaRecord()
    record.payloads[key.stringValue] = payload
    return KeyedDecodingContainer(
      RecordedObject<Nested>(book: book, record: payload, choice: nil))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw SchemaProblem("a list that is read by hand")
  }

  func superDecoder() throws -> any Decoder { throw SchemaProblem("a class") }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaProblem("a class") }

  // The compiler reads optional values of these by functions of their own.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try maybe(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try maybe(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try maybe(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try maybe(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try maybe(key) }

  private func maybe<Value: Decodable>(_ key: Key) throws -> Value? {
    record.fields[key.stringValue] = try book.visit(Value.self).schema.orNull
    return nil
  }
}

private struct RecordedValue: SingleValueDecodingContainer {
  let book: SchemaBook
  let record: SchemaRecord

  var codingPath: [any CodingKey] { [] }
  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (schema, sample) = try book.visit(type)
    record.single = schema
    return sample
  }
}

extension JSONValue {
  /// An optional value may also be null: readers accept both, and answers contain neither.
  fileprivate var orNull: JSONValue {
    if case .string(let name)? = self["type"], self["enum"] == nil {
      var copy = self
      copy["type"] = [.string(name), "null"]
      return copy
    }
    return ["anyOf": [self, ["type": "null"]]]
  }
}
