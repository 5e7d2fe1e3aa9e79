import ComposableHTMLClient
import Crypto
public import Foundation
import HTTPTypes
public import Hummingbird
import LifeSignalModel
import NIOCore

/// The files of the module's `Public` folder and the browser client's, read once and served from
/// memory.
///
/// A link made with ``path(_:)`` carries the hash of the content, so browsers keep the file for a
/// year and still see a change immediately. Only names found at start are served: no path is ever
/// built from a request.
public struct StaticAssets: Sendable {
  /// A file with its strong ETag.
  public struct Asset: Sendable {
    public let contentType: String
    public let tag: String
    let bytes: ByteBuffer
    /// The same in gzip, where that is smaller.
    let compressed: ByteBuffer?
  }

  private var assets: [String: Asset] = [:]

  /// The files shipped with this module, and the browser client.
  ///
  /// - Throws: when the resource bundle is missing beside the executable.
  public static func bundled() throws -> Self {
    try Self(directories: [
      BrowserClient.folder, Bundle.module.bundleURL.appending(path: "Public"),
    ])
  }

  /// Reads every file below `directory` whose type is known.
  public init(directory: URL) throws {
    try self.init(directories: [directory])
  }

  /// Reads every file below the directories whose type is known; of two with one name the later
  /// directory's is served.
  init(directories: [URL]) throws {
    var files: [String: Data] = [:]
    for directory in directories {
      for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      where Self.contentType(of: name) != nil {
        files[name] = try Data(contentsOf: directory.appending(path: name))
      }
    }
    let links = AssetLinks(files: files) { Self.path($0, tag: Self.tag(of: $1)) }
    for (name, data) in links.resolved() {
      guard let type = Self.contentType(of: name) else { continue }
      let bytes = ByteBuffer(bytes: data)
      var compressed: ByteBuffer?
      if CompressedAnswers.isCompressible(type), data.count >= CompressedAnswers.least {
        compressed = Gzip.compressed(bytes, effort: .kept)
      }
      assets[name] = Asset(
        contentType: type, tag: Self.tag(of: data), bytes: bytes, compressed: compressed)
    }
  }

  public subscript(name: String) -> Asset? { assets[name] }

  /// The URL to write into a page, for example `/assets/app.css?v=3q2-7wAA`.
  ///
  /// An unknown name gives the bare path, which answers 404: a missing picture must not take the
  /// page down.
  public func path(_ name: String) -> String {
    assets[name].map { Self.path(name, tag: $0.tag) } ?? "/assets/\(name)"
  }

  private static func path(_ name: String, tag: String) -> String { "/assets/\(name)?v=\(tag)" }

  private static func tag(of data: Data) -> String {
    Data(SHA256.hash(data: data).prefix(9)).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_")
  }

  public func add(to router: Router<WebContext>) {
    router.get("/assets/**") { request, context in
      try response(to: request, name: context.parameters.getCatchAll().joined(separator: "/"))
    }
    // Browsers and installers look for these at the root.
    for name in ["manifest.webmanifest", "favicon.ico", "robots.txt", AssetLinks.worker]
    where assets[name] != nil {
      router.get(RouterPath("/\(name)")) { request, _ in try response(to: request, name: name) }
    }
  }

  private func response(to request: Request, name: String) throws -> Response {
    guard let asset = assets[name] else { throw HTTPError(.notFound) }
    let isCompressed =
      asset.compressed != nil
      && AcceptedEncoding.prefersGzip(request.header(.acceptEncoding))
    // Other bytes, another strong tag (RFC 9110, 8.8.3.3).
    let etag = isCompressed ? "\"\(asset.tag)-gzip\"" : "\"\(asset.tag)\""
    let current = request.query("v") == asset.tag
    var headers: HTTPFields = [
      .eTag: etag,
      .cacheControl: current ? "public, max-age=31536000, immutable" : "no-cache",
    ]
    if asset.compressed != nil { headers.addVary("Accept-Encoding") }  // no words
    if let known = request.header(.ifNoneMatch),
      known.split(separator: ",").contains(where: {
        let known = $0.trimmingPrefix(while: \.isWhitespace)
        return known == etag || known == "W/" + etag || known == "*"
      })
    {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = asset.contentType
    if isCompressed, let compressed = asset.compressed {
      headers[.contentEncoding] = "gzip"
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: compressed))
    }
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: asset.bytes))
  }

  private static func contentType(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    case "webmanifest": "application/manifest+json"
    case "txt": "text/plain; charset=utf-8"
    default: nil
    }
  }
}
