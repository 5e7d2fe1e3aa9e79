import Foundation
import Hummingbird
import NIOCore

/// Reads what a request brings as one type of ours.
///
/// The only place of this room that decodes bytes from outside, so that a test finds every form without
/// being told of it; `scripts/check-conversions.py` rejects any other.
enum ForeignForm {
  /// Receives each type before it is read; only tests listen.
  @TaskLocal static var listener: (@Sendable (any Decodable.Type) -> Void)?

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
