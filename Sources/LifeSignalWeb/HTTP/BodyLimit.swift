import HTTPTypes
import Hummingbird
import LifeSignalModel
import NIOCore

/// The most bytes each kind of request may carry.
package enum BodyLimit {
  /// One action of the page: a name, a note, a code.
  package static let event = 16 * 1024
  /// A person's picture.
  static let picture = PictureRules.heaviest
  /// A carrier's report on one message: some thirty fields, one of them a text.
  static let callback = 32 * 1024
  /// A device's attachment, such as the log of a job. It is read and not stored; anything longer is
  /// not even read.
  static let thing = 100 * 1024
  /// A plain form: a key and little more.
  package static let form = 4 * 1024
}

extension Request {
  /// The whole body, refused with 413 before it is read when it announces more than `limit` bytes,
  /// and while it is read when it did not.
  func bytes(upTo limit: Int) async throws -> ByteBuffer {
    if let announced = self.header(.contentLength).flatMap({ Int($0) }), announced > limit {
      throw HTTPError(.contentTooLarge)
    }
    return try await receiving { try await body.collect(upTo: limit) }
  }

  /// An error while a body arrives is the sender's fault: it was cut off, or is no HTTP.
  func receiving<Value>(_ read: () async throws -> Value) async throws -> Value {
    do {
      return try await read()
    } catch is NIOTooManyBytesError {
      throw HTTPError(.contentTooLarge)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw HTTPError(.badRequest)
    }
  }
}
