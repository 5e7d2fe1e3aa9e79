package import Foundation
import HTTPTypes
import LifeSignalFeatures

/// An input taken apart into the places HTTP has for it.
package struct RouteMessage: Equatable, Sendable {
  /// Percent-encoded, with the query.
  package var path: String
  package var body: Data?
}

extension APIRouteDescription {
  /// Whether its input stands in a body, and none of it in a query.
  package var hasBody: Bool { method != .get && method != .delete && method != .head }

  fileprivate var parts: [(text: String, name: String?)] {
    fullPath.split(separator: "/").map { part in
      part.first == "{" ? ("", String(part.dropFirst().dropLast())) : (String(part), nil)
    }
  }
}

extension APIRoute {
  /// - Throws: when a part of the path is missing from the input.
  package func message(for input: Input) throws -> RouteMessage {
    let data = try APIJSON.encode(input)
    var fields = try APIJSON.decode([String: JSONValue].self, from: data)
    var path = ""
    for part in description.parts {
      guard let name = part.name else {
        path += "/" + part.text
        continue
      }
      guard let text = fields.removeValue(forKey: name)?.text, !text.isEmpty else {
        throw APITransportError.unreadable
      }
      path += "/" + Self.escaped(text)
    }
    if description.hasBody {
      return RouteMessage(path: path, body: fields.isEmpty ? nil : try APIJSON.encode(fields))
    }
    let query = fields.compactMap { name, value in value.text.map { (name, $0) } }
      .sorted { $0.0 < $1.0 }
      .map { "\(Self.escaped($0))=\(Self.escaped($1))" }
    return RouteMessage(path: query.isEmpty ? path : path + "?" + query.joined(separator: "&"))
  }

  /// Assembles an input again.
  /// - Parameters:
  ///   - texts: the parts of the path and of the query, decoded.
  ///   - body: empty if there is none.
  /// - Throws: if it is not the route's input.
  package func input(texts: [String: String], body: Data) throws -> Input {
    var fields: [String: JSONValue] = [:]
    if description.hasBody, !body.isEmpty {
      try Self.checkParts(of: body)
      fields = try APIJSON.decode([String: JSONValue].self, from: body)
    }
    for (name, text) in texts { fields[name] = .string(text) }
    return try APIJSON.decode(Input.self, from: APIJSON.encode(fields))
  }

  /// A large body is one long text, such as a picture. Millions of small values in its place would take
  /// seconds of a core to be refused for their type.
  private static func checkParts(of body: Data) throws {
    guard body.count > 65_536 else { return }
    let parts = body.count {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{")
    }
    guard parts <= 1_000 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "too many values"))
    }
  }

  /// The unreserved characters of RFC 3986, 2.3.
  private static func escaped(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
