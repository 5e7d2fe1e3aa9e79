import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalAPI
import LifeSignalModel
import NIOCore

/// `GET /api/openapi.json`: the description of the API, for everyone.
struct OpenAPIRoute: Sendable {
  private let body: ByteBuffer
  private let tag: String

  /// - Throws: when a type of the wire cannot be described.
  init() throws {
    let json = try Self.document.get().json
    body = ByteBuffer(bytes: json)
    // Weak: the same description may go out compressed (RFC 9110, 8.8.3).
    tag = "W/\"\(Data(SHA256.hash(data: json)).hexadecimal.prefix(16))\""
  }

  private static let document = Result { try OpenAPIDocument() }

  func add(to router: Router<WebContext>) {
    router.get(RouterPath(OpenAPIDocument.path)) { [body, tag] request, _ in
      var headers: HTTPFields = [
        .eTag: tag, .cacheControl: "public, max-age=300",
        // Any site may show it; it contains no person's data.
        .accessControlAllowOrigin: "*",
      ]
      let known = request.header(.ifNoneMatch)?.split(separator: ",").map {
        String($0.trimmingPrefix(while: \.isWhitespace))
      }
      guard known?.contains(where: { $0 == tag || "W/" + $0 == tag || $0 == "*" }) != true else {
        return Response(status: .notModified, headers: headers)
      }
      headers[.contentType] = "application/json"
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }
  }
}
