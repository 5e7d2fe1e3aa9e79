import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Decodes a request's data as one of our types.
///
/// The only place of this room that decodes bytes from outside or reads queries and headers, so
/// that a test finds every form and every name without a list; `scripts/check-conversions.py`
/// rejects any other.
enum ForeignForm {
  /// Receives each type before it is read; only tests listen.
  @TaskLocal static var listener: (@Sendable (any Decodable.Type) -> Void)?

  /// Receives each name before its value is read; only tests listen.
  @TaskLocal static var nameListener: (@Sendable (ForeignName) -> Void)?

  /// - Throws: 400 for bytes that are not JSON of this type.
  static func json<Form: Decodable>(_ type: Form.Type, _ bytes: ByteBuffer) throws -> Form {
    listener?(type)
    guard let form = try? JSONDecoder().decode(type, from: Data(bytes.readableBytesView)) else {
      throw HTTPError(.badRequest)
    }
    return form
  }

  /// - Throws: 400 for bytes that are not a form of this type.
  static func urlEncoded<Form: Decodable>(_ type: Form.Type, _ bytes: ByteBuffer) throws -> Form {
    listener?(type)
    guard let form = try? URLEncodedFormDecoder().decode(type, from: String(buffer: bytes)) else {
      throw HTTPError(.badRequest)
    }
    return form
  }
}

/// Where a request says something, beside its body and its path.
enum ForeignName: Hashable, Sendable {
  case query(String)
  case header(HTTPField.Name)
  /// One of the form that a carrier sends.
  case field(String)
}

extension Request {
  /// The query's value under this name.
  func query(_ name: String) -> String? {
    ForeignForm.nameListener?(.query(name))
    return uri.queryParameters[name[...]].map(String.init)
  }

  /// All values of the query, for routes whose table names them.
  var queries: [String: String] {
    var queries: [String: String] = [:]
    for (name, text) in uri.queryParameters { queries[String(name)] = String(text) }
    return queries
  }

  func header(_ name: HTTPField.Name) -> String? {
    ForeignForm.nameListener?(.header(name))
    return headers[name]
  }

  /// One for each line with this name.
  func headerLines(_ name: HTTPField.Name) -> [String] {
    ForeignForm.nameListener?(.header(name))
    return headers[values: name]
  }
}
