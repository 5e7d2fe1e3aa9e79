/// A type that declares its schema itself, as its encoded form differs from its properties: a text
/// of a certain form, a number in range.
///
/// All others are decoded to find it; see ``SchemaBook``.
protocol SchemaSource: Decodable {
  /// JSON Schema 2020-12.
  static var schema: JSONValue { get }
  /// A value that its own reading would accept.
  static var sample: Self { get }
  /// Whether the schema has a name of its own in the document.
  static var isNamed: Bool { get }
}

extension SchemaSource {
  static var isNamed: Bool { true }
}

/// An enumeration with associated values, which is an object with the name of the case as its key.
///
/// The compiler's decoding only checks which of the known names are there, so they must be
/// declared.
protocol SchemaChoice: Decodable {
  static var choices: [String] { get }
  /// Whether later servers may say more than these.
  static var isOpen: Bool { get }
}

extension SchemaChoice {
  static var isOpen: Bool { false }
}

/// A type that is made of others by the language.
protocol SchemaWrapper {
  static func visited(by book: SchemaBook) throws -> (schema: JSONValue, sample: Any)
}

extension Array: SchemaWrapper where Element: Decodable {
  static func visited(by book: SchemaBook) throws -> (schema: JSONValue, sample: Any) {
    (["type": "array", "items": try book.visit(Element.self).schema], [Element]())
  }
}

extension Dictionary: SchemaWrapper where Key == String, Value: Decodable {
  static func visited(by book: SchemaBook) throws -> (schema: JSONValue, sample: Any) {
    (
      ["type": "object", "additionalProperties": try book.visit(Value.self).schema],
      [String: Value]()
    )
  }
}

/// A type that lists its values and is written as a text or a whole number.
extension CaseIterable where Self: RawRepresentable {
  fileprivate static var rawValues: [RawValue] { allCases.map(\.rawValue) }
}

/// - Returns: nil for a type that is no enumeration of texts or of whole numbers.
func enumeration(_ type: any Decodable.Type) -> (schema: JSONValue, sample: Any)? {
  guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
  return values(of: type)
}

private func values<Value: CaseIterable & RawRepresentable>(
  of type: Value.Type
) -> (schema: JSONValue, sample: Any)? {
  guard let sample = Value.allCases.first else { return nil }
  if let texts = Value.rawValues as? [String] {
    return (["type": "string", "enum": .array(texts.map(JSONValue.string))], sample)
  }
  if let numbers = Value.rawValues as? [Int] {
    return (["type": "integer", "enum": .array(numbers.map { .integer(Int64($0)) })], sample)
  }
  return nil
}
