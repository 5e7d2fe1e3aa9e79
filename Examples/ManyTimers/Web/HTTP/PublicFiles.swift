import ComposableHTMLClient
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The style sheet, the icon and the browser client, read once.
struct PublicFiles: Sendable {
  private let files: [String: (type: String, bytes: ByteBuffer)]

  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  /// - Throws: when the resource bundles are missing beside the executable.
  init() throws {
    var files: [String: (type: String, bytes: ByteBuffer)] = [:]
    for folder in [BrowserClient.folder, Bundle.module.bundleURL.appending(path: "Public")] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        guard let type = Self.types[String(name.split(separator: ".").last ?? "")] else { continue }
        files[name] = (
          type, ByteBuffer(bytes: try Data(contentsOf: folder.appending(path: name)))
        )
      }
    }
    self.files = files
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("/assets/:name") { _, context in
      guard let file = files[try context.parameters.require("name")] else {
        throw HTTPError(.notFound)
      }
      return Response(
        status: .ok, headers: [.contentType: file.type, .cacheControl: "no-cache"],
        body: .init(byteBuffer: file.bytes))
    }
  }
}
