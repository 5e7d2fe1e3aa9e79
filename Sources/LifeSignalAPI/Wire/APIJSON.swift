package import Foundation

/// How values become JSON and back, the same on both sides: instants as ``Timestamp``, lengths in
/// seconds, identifiers as text.
package enum APIJSON {
  package static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp.text(date))
    }
    return try encoder.encode(value)
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
  {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = Timestamp.date(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "not an RFC 3339 instant")
      }
      return date
    }
    return try decoder.decode(type, from: data)
  }
}
