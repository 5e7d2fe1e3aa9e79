import Foundation

@testable import LifeSignalAPI

/// As much of JSON Schema 2020-12 as the description uses, and in one point more: what the schema of
/// an object does not name may not be in it, so that nothing is said that is not described.
struct SchemaCheck {
  private let components: [String: JSONValue]

  init(_ document: JSONValue) {
    guard case .object(let schemas)? = document["components"]?["schemas"] else {
      components = [:]
      return
    }
    components = schemas
  }

  /// What is wrong with the value, each with its place; nothing where it is as described.
  func faults(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
    guard case .object(let rules) = schema else { return ["\(place): no schema"] }
    return rules.flatMap { name, rule in faults(value, name, rule, schema, at: place) }
  }

  private func faults(
    _ value: JSONValue, _ name: String, _ rule: JSONValue, _ schema: JSONValue, at place: String
  ) -> [String] {
    switch (name, rule, value) {
    case ("$ref", .string(let path), _):
      let name = path.replacing("#/components/schemas/", with: "")
      guard let target = components[name] else { return ["\(place): no \(name)"] }
      return faults(value, target, at: place)
    case ("oneOf", .array(let choices), _):
      let fitting = choices.count { faults(value, $0, at: place).isEmpty }
      return fitting == 1 ? [] : ["\(place): fits \(fitting) of oneOf"]
    case ("anyOf", .array(let choices), _):
      let fits = choices.contains { faults(value, $0, at: place).isEmpty }
      return fits ? [] : ["\(place): fits none of anyOf"]
    case ("type", .string(let type), _):
      return value.isOf(type) ? [] : ["\(place): no \(type)"]
    case ("type", .array(let types), _):
      let fits = types.contains { $0.text.map(value.isOf) ?? false }
      return fits ? [] : ["\(place): none of \(types)"]
    case ("enum", .array(let values), _):
      return values.contains(value) ? [] : ["\(place): not in \(values)"]
    case ("required", .array(let names), .object(let fields)):
      return names.compactMap(\.text).filter { fields[$0] == nil }.map { "\(place): no \($0)" }
    case ("properties", .object(let properties), .object(let fields)):
      return fields.flatMap { name, value in
        if let property = properties[name] {
          return faults(value, property, at: "\(place).\(name)")
        }
        return schema["additionalProperties"] == nil ? ["\(place): \(name) is not described"] : []
      }
    case ("additionalProperties", _, .object(let fields)):
      return fields.flatMap { faults($1, rule, at: "\(place).\($0)") }
    case ("minProperties", .integer(let least), .object(let fields)):
      return fields.count >= least ? [] : ["\(place): too few"]
    case ("maxProperties", .integer(let most), .object(let fields)):
      return fields.count <= most ? [] : ["\(place): too many"]
    case ("items", _, .array(let items)):
      return items.enumerated().flatMap { faults($1, rule, at: "\(place)[\($0)]") }
    case ("minItems", .integer(let least), .array(let items)):
      return items.count >= least ? [] : ["\(place): too few"]
    case ("maxItems", .integer(let most), .array(let items)):
      return items.count <= most ? [] : ["\(place): too many"]
    case ("minLength", .integer(let least), .string(let text)):
      return text.unicodeScalars.count >= least ? [] : ["\(place): too short"]
    case ("maxLength", .integer(let most), .string(let text)):
      return text.unicodeScalars.count <= most ? [] : ["\(place): too long"]
    case ("minimum", _, _):
      guard let number = value.double, let least = rule.double else { return [] }
      return number >= least ? [] : ["\(place): too small"]
    case ("maximum", _, _):
      guard let number = value.double, let most = rule.double else { return [] }
      return number <= most ? [] : ["\(place): too large"]
    case ("pattern", .string(let pattern), .string(let text)):
      let fits = text.range(of: pattern, options: .regularExpression) != nil
      return fits ? [] : ["\(place): not \(pattern)"]
    case ("format", "date-time", .string(let text)):
      return Timestamp.date(text) != nil ? [] : ["\(place): no instant"]
    default:
      return Self.known.contains(name) ? [] : ["\(place): \(name) is not understood"]
    }
  }

  /// Those of the rules that say nothing of the other types, and notes for readers.
  private static let known: Set<String> = [
    "required", "properties", "additionalProperties", "minProperties", "maxProperties", "items",
    "minItems", "maxItems", "minLength", "maxLength", "pattern", "format", "description",
    "examples", "contentEncoding", "uniqueItems",
  ]
}

extension JSONValue {
  fileprivate func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .number: type == "number"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
