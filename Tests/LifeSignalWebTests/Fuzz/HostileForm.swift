import Foundation

@testable import LifeSignalAPI

/// The bodies that a stranger could send where a type is read, found from what the type reads by itself.
struct HostileForm {
  /// Field by field, JSON that fits.
  private let fields: [(name: String, fitting: String, variants: [String])]
  private let seed: UInt64

  /// - Throws: ``SchemaProblem`` for a type that does not say what it reads: then it is not tried either.
  init(of type: any Decodable.Type, seed: UInt64) throws {
    let book = SchemaBook()
    var random = SeededNumbers(seed: seed)
    fields = try book.fields(of: type).properties.sorted { $0.key < $1.key }.map { name, schema in
      let sampler = HostileSampler(components: book.components)
      return (
        name, try sampler.text(of: sampler.fitting(schema)),
        try sampler.variants(schema, &random)
      )
    }
    self.seed = seed
  }

  var isEmpty: Bool { fields.isEmpty }

  /// - Parameter names: only these fields, such as those that stand in a path.
  func values(of name: String) -> [String] {
    fields.first { $0.name == name }?.variants ?? []
  }

  func fitting(_ name: String) -> String { fields.first { $0.name == name }?.fitting ?? "\"1\"" }

  var names: [String] { fields.map(\.name) }

  /// Field by field, as JSON: what fits but for one field, two fields at the ends of what numbers hold,
  /// and all fields by chance.
  var messages: [[(String, String)]] {
    let fitting = fields.map { ($0.name, $0.fitting) }
    var messages = [fitting, []]
    for (index, field) in fields.enumerated() {
      for value in field.variants {
        var message = fitting
        message[index].1 = value
        messages.append(message)
      }
      for other in fields.indices.dropFirst(index + 1)
      where Self.isNumber(field.fitting) && Self.isNumber(fields[other].fitting) {
        for first in HostileValues.extremes {
          for second in HostileValues.extremes where first != second {
            var message = fitting
            message[index].1 = first
            message[other].1 = second
            messages.append(message)
          }
        }
      }
    }
    var random = SeededNumbers(seed: seed)
    for _ in 0..<8 where !fields.isEmpty {
      messages.append(
        fields.map { ($0.name, HostileValues.all.randomElement(using: &random) ?? "0") })
    }
    return messages
  }

  private static func isNumber(_ json: String) -> Bool {
    json.first.map { "-0123456789".contains($0) } ?? false
  }

  static func json(_ message: [(String, String)]) -> String {
    "{\(message.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"
  }

  static func urlEncoded(_ message: [(String, String)]) -> String {
    message.map { "\(HostileValues.encoded($0))=\(HostileValues.encoded($1))" }
      .joined(separator: "&")
  }
}

/// Values for a schema: one that fits, and those that do not.
private struct HostileSampler {
  let components: [String: JSONValue]

  func fitting(_ schema: JSONValue, depth: Int = 0) -> JSONValue {
    guard depth < 6 else { return .null }
    if case .string(let path)? = schema["$ref"] {
      return fitting(components[name(of: path)] ?? [:], depth: depth + 1)
    }
    for key in ["anyOf", "oneOf"] {
      if case .array(let choices)? = schema[key], let first = choices.first {
        return fitting(first, depth: depth + 1)
      }
    }
    if case .array(let values)? = schema["enum"], let first = values.first { return first }
    switch type(of: schema) {
    case "object":
      guard case .object(let properties)? = schema["properties"] else { return [:] }
      return .object(properties.mapValues { fitting($0, depth: depth + 1) })
    case "array": return .array([fitting(schema["items"] ?? [:], depth: depth + 1)])
    case "integer", "number": return schema["minimum"] ?? .integer(1)
    case "boolean": return .bool(true)
    default:
      return schema["format"] == "date-time" ? "2027-01-15T08:00:00.000Z" : "1"
    }
  }

  /// In the place of the value, and in that of each part of it.
  func variants(
    _ schema: JSONValue, depth: Int = 0, _ random: inout SeededNumbers
  ) throws -> [String] {
    var found = HostileValues.numbers
    found += HostileValues.texts.shuffled(using: &random).prefix(depth == 0 ? 7 : 2)
    found += HostileValues.others.shuffled(using: &random).prefix(depth == 0 ? 4 : 1)
    guard depth < 3 else { return found }
    if case .string(let path)? = schema["$ref"] {
      return found
        + (try parts(components[name(of: path)] ?? [:], depth: depth, &random))
    }
    for key in ["anyOf", "oneOf"] {
      guard case .array(let choices)? = schema[key] else { continue }
      for choice in choices { found += try variants(choice, depth: depth + 1, &random) }
    }
    return found + (try parts(schema, depth: depth, &random))
  }

  private func parts(
    _ schema: JSONValue, depth: Int, _ random: inout SeededNumbers
  ) throws -> [String] {
    if let items = schema["items"] {
      let many = Array(repeating: fitting(items), count: 200)
      return try variants(items, depth: depth + 1, &random).map { "[\($0)]" }
        + [try text(of: .array(many))]
    }
    guard case .object(let properties)? = schema["properties"] else { return [] }
    let all = try properties.mapValues { try text(of: fitting($0)) }
    return try properties.sorted { $0.key < $1.key }.flatMap { name, part in
      try variants(part, depth: depth + 1, &random).map { value in
        HostileForm.json(all.merging([name: value]) { $1 }.sorted { $0.key < $1.key })
      }
    }
  }

  func text(of value: JSONValue) throws -> String {
    String(decoding: try APIJSON.encode(["": value]).dropFirst(4).dropLast(), as: UTF8.self)
  }

  private func name(of path: String) -> String {
    path.replacing("#/components/schemas/", with: "")
  }

  private func type(of schema: JSONValue) -> String {
    switch schema["type"] {
    case .string(let type)?: type
    case .array(let types)?: types.first?.text ?? ""
    default: ""
    }
  }
}
