import Foundation

/// The schemas of all types that a document names, each found by decoding the type.
///
/// A type is decoded by ``SchemaRecorder``, which has no data, notes the requested keys and returns
/// values that fit. So a property that is added to a type, or renamed, is in the document.
final class SchemaBook {
  /// By name.
  private(set) var components: [String: JSONValue] = [:]
  private var visited: [ObjectIdentifier: (schema: JSONValue, sample: Any)] = [:]

  /// The schema of a type, or a reference to it, and a value of it.
  /// - Throws: ``SchemaProblem`` for a type that neither declares its schema nor can be decoded
  ///   this way.
  func visit<Value: Decodable>(_ type: Value.Type) throws -> (schema: JSONValue, sample: Value) {
    let known = try visited[ObjectIdentifier(type)] ?? find(type)
    visited[ObjectIdentifier(type)] = known
    guard let sample = known.sample as? Value else { throw SchemaProblem("\(type): sample") }
    return (known.schema, sample)
  }

  /// The properties of a type's object, and which of them it cannot do without.
  func fields(
    of type: any Decodable.Type
  ) throws -> (properties: [String: JSONValue], required: Set<String>) {
    let record = SchemaRecord()
    _ = try type.init(from: SchemaRecorder(book: self, record: record))
    let notes = SchemaNotes.of(name(type))
    for name in notes.keys where record.properties[name] == nil {
      throw SchemaProblem("\(type) has no \(name)")
    }
    return (
      record.properties.merging(notes) { found, note in found.merging(note) }, record.required
    )
  }

  private func find(_ type: any Decodable.Type) throws -> (schema: JSONValue, sample: Any) {
    if let plain = Self.plain[ObjectIdentifier(type)] { return plain }
    if let wrapper = type as? any SchemaWrapper.Type { return try wrapper.visited(by: self) }
    if let source = type as? any SchemaSource.Type {
      guard source.isNamed else { return (source.schema, source.sample) }
      return (add(source.schema, as: type), source.sample)
    }
    if let (schema, sample) = enumeration(type) { return (add(schema, as: type), sample) }
    if let choice = type as? any SchemaChoice.Type { return try find(choice) }

    let record = SchemaRecord()
    let sample = try type.init(from: SchemaRecorder(book: self, record: record))
    if let single = record.single { return (single, sample) }
    let (properties, required) = try fields(of: type)
    return (add(Self.object(properties, required), as: type), sample)
  }

  private func find(
    _ type: any SchemaChoice.Type
  ) throws -> (schema: JSONValue, sample: Any) {
    var properties: [String: JSONValue] = [:]
    var sample: Any?
    for name in type.choices {
      let record = SchemaRecord()
      let value = try type.init(from: SchemaRecorder(book: self, record: record, choice: name))
      guard record.properties.count == 1 else { throw SchemaProblem("\(type).\(name)") }
      properties.merge(record.properties) { $1 }
      sample = sample ?? value
    }
    guard let sample else { throw SchemaProblem("\(type) has no cases") }
    let schema: JSONValue =
      type.isOpen
      ? [
        "type": "object", "properties": .object(properties), "minProperties": 1,
        "maxProperties": 1,
      ]
      : [
        "oneOf": .array(
          properties.sorted { $0.key < $1.key }.map { Self.object([$0.key: $0.value], [$0.key]) })
      ]
    return (add(schema, as: type), sample)
  }

  static func object(_ properties: [String: JSONValue], _ required: Set<String>) -> JSONValue {
    var schema: JSONValue = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty {
      schema["required"] = .array(required.sorted().map(JSONValue.string))
    }
    return schema
  }

  private func add(_ schema: JSONValue, as type: any Decodable.Type) -> JSONValue {
    let name = name(type)
    // A generic type has many specializations, and none of them has a name.
    guard !name.contains("<") else { return schema }
    components[name] = schema
    return ["$ref": .string("#/components/schemas/\(name)")]
  }

  /// Without its module: "Activity.Kind".
  private func name(_ type: any Decodable.Type) -> String {
    let name = String(reflecting: type)
    return name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? name
  }

  private static let plain: [ObjectIdentifier: (schema: JSONValue, sample: any Sendable)] = [
    ObjectIdentifier(Bool.self): (["type": "boolean"], false),
    ObjectIdentifier(String.self): (["type": "string"], ""),
    ObjectIdentifier(Int.self): (["type": "integer", "format": "int64"], 0),
    ObjectIdentifier(Int64.self): (["type": "integer", "format": "int64"], Int64(0)),
    ObjectIdentifier(Double.self): (["type": "number"], 0.0),
    ObjectIdentifier(Date.self): (
      ["type": "string", "format": "date-time"], Date(timeIntervalSince1970: 0)
    ),
    ObjectIdentifier(URL.self): (
      ["type": "string", "format": "uri-reference"], URL(fileURLWithPath: "/")
    ),
    ObjectIdentifier(Data.self): (
      ["type": "string", "contentEncoding": "base64"], Data()
    ),
  ]
}

/// A type of the wire of which no schema can be made; a defect of ours, found by a test.
struct SchemaProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
