import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import LifeSignalWeb

@Suite struct `Compression` {
  @Test(
    arguments: [
      ("gzip", true), ("gzip, deflate, br", true), ("x-gzip", true), ("*", true), ("GZIP", true),
      ("br;q=1.0, gzip;q=0.4, *;q=0", true), ("gzip ; q=0.1", true), ("deflate", false),
      ("gzip;q=0", false), ("gzip;q=0.0, *", false), ("*;q=0", false), ("", false),
      ("identity", false), ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip", true),
      ("gzip;q=lots", false), (nil, false),
    ] as [(String?, Bool)])
  func `is used when the client wants it`(header: String?, isWanted: Bool) {
    #expect(AcceptedEncoding.prefersGzip(header) == isWanted)
  }

  @Test(arguments: [0, 1, 1_000, 300_000]) func `can be unpacked by any gzip`(count: Int) throws {
    let bytes = ByteBuffer(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
    for filler in [0, 1, 255] {
      let small = try #require(Gzip.compressed(bytes, effort: .once, filler: filler))
      #expect(try Gunzip.bytes(of: small) == Array(bytes.readableBytesView))
    }
  }

  @Test func `a filler changes the length and nothing else`() throws {
    let bytes = ByteBuffer(string: String(repeating: "the same ", count: 500))
    let lengths = try [0, 1, 40].map { filler in
      try #require(Gzip.compressed(bytes, effort: .once, filler: filler)).readableBytes
    }
    #expect(lengths == [lengths[0], lengths[0] + 2, lengths[0] + 41])
  }

  @Test(
    arguments: [
      ("text/html; charset=utf-8", true), ("application/json", true), ("image/svg+xml", true),
      ("application/manifest+json", true), ("text/css", true), ("image/png", false),
      ("font/woff2", false), ("text/event-stream; charset=utf-8", false), (nil, false),
    ] as [(String?, Bool)])
  func `is for text, never for a stream`(type: String?, isCompressible: Bool) {
    #expect(CompressedAnswers.isCompressible(type) == isCompressible)
  }
}

@Suite struct `Compressed answers` {
  private static let gzip: HTTPFields = [.acceptEncoding: "gzip, br"]

  @Test func `a document comes smaller, and is the same`() async throws {
    let web = try TestWeb()
    let plain = try await web.request(.get, "/")
    let small = try await web.request(.get, "/", headers: Self.gzip)
    #expect(plain.headers[.contentEncoding] == nil)
    #expect(small.headers[.contentEncoding] == "gzip")
    for answer in [plain, small] {
      #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true)
      #expect(answer.headers[.vary]?.contains("Accept-Language") == true)
    }
    #expect(small.body.readableBytes * 2 < plain.body.readableBytes)
    let text = String(decoding: try Gunzip.bytes(of: small.body), as: UTF8.self)
    #expect(text.hasPrefix("<!doctype html>") && text.hasSuffix("</html>"))
  }

  @Test func `the length of a document tells little`() async throws {
    let web = try TestWeb()
    let cookie = try await web.visitor()
    var lengths: Set<Int> = []
    for _ in 0..<12 {
      let headers = Self.gzip
      lengths.insert(
        try await web.request(.get, "/", cookie: cookie, headers: headers).body.readableBytes)
    }
    #expect(lengths.count > 3)
  }

  @Test func `a small answer is sent uncompressed`() async throws {
    let web = try TestWeb()
    let answer = try await web.request(.get, "/health/live", headers: Self.gzip)
    #expect(answer.headers[.contentEncoding] == nil)
    #expect(
      String(buffer: answer.body)
        == #"{"causes":[],"status":"live"}"#)
  }

  @Test func `an asset comes compressed with a tag of its own`() async throws {
    let web = try TestWeb()
    let plain = try await web.request(.get, "/assets/app.css")
    let small = try await web.request(.get, "/assets/app.css", headers: Self.gzip)
    #expect(small.headers[.contentEncoding] == "gzip")
    #expect(small.headers[.vary] == "Accept-Encoding")
    #expect(small.body.readableBytes * 3 < plain.body.readableBytes)
    #expect(try Gunzip.bytes(of: small.body) == Array(plain.body.readableBytesView))
    let tag = try #require(small.headers[.eTag])
    #expect(tag != plain.headers[.eTag])
    var known = Self.gzip
    known[.ifNoneMatch] = tag
    #expect(try await web.request(.get, "/assets/app.css", headers: known).status == .notModified)
    #expect(
      try await web.request(.get, "/assets/app.css", headers: [.ifNoneMatch: tag]).status == .ok)
  }

  @Test func `pictures stay as they are`() async throws {
    let web = try TestWeb()
    let answer = try await web.request(.get, "/assets/icon-192.png", headers: Self.gzip)
    #expect(answer.headers[.contentEncoding] == nil && answer.headers[.vary] == nil)
  }

  @Test(arguments: ["/", "/assets/app.css", "/manifest.webmanifest", "/health/live"])
  func `HEAD answers like GET, without the body`(path: String) async throws {
    let web = try TestWeb()
    let get = try await web.request(.get, path)
    let head = try await web.request(.head, path)
    #expect(head.status == get.status && head.body.readableBytes == 0)
    #expect(head.headers[.contentType] == get.headers[.contentType])
    #expect(head.headers[.eTag] == get.headers[.eTag])
    #expect(head.headers[.contentLength] == get.headers[.contentLength])
    let small = try await web.request(.head, path, headers: Self.gzip)
    let full = try await web.request(.get, path, headers: Self.gzip)
    #expect(small.headers[.contentEncoding] == full.headers[.contentEncoding])
  }
}

/// Unpacks with a program that is not ours.
enum Gunzip {
  static func bytes(of buffer: ByteBuffer) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gz")
    try Data(buffer.readableBytesView).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return Array(data)
  }
}
