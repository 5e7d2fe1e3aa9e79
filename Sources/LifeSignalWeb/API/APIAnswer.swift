import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel
import NIOCore

/// A success in its sent form: JSON, or nothing if it has no content.
struct APIAnswer: Sendable {
  let body: Data?

  init(body: Data?) {
    self.body = body
  }

  init(_ output: some Encodable) throws {
    body = output is Empty ? nil : try APIJSON.encode(output)
  }

  var response: Response {
    guard let body else { return Response(status: .noContent) }
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: body)))
  }
}
