import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Testing

@Suite struct `Static assets` {
  /// A folder that exists for one test.
  private func withAssets<R>(
    _ files: [String: String], _ body: (StaticAssets) async throws -> R
  ) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, content) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
    }
    return try await body(StaticAssets(directory: folder))
  }

  private func get(
    _ assets: StaticAssets, _ path: String, headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    let router = Router(context: WebContext.self)
    assets.add(to: router)
    return try await Application(router: router).test(.router) { client in
      try await client.execute(uri: path, method: .get, headers: headers)
    }
  }

  @Test func `the linked address is kept for a year`() async throws {
    try await withAssets(["app.css": "p{}"]) { assets in
      let path = assets.path("app.css")
      #expect(path.hasPrefix("/assets/app.css?v="))
      let response = try await get(assets, path)
      #expect(response.status == .ok)
      #expect(String(buffer: response.body) == "p{}")
      #expect(response.headers[.contentType] == "text/css; charset=utf-8")
      #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
    }
  }

  @Test func `an address without or with an old hash is asked for again`() async throws {
    try await withAssets(["app.css": "p{}"]) { assets in
      for path in ["/assets/app.css", "/assets/app.css?v=old"] {
        let response = try await get(assets, path)
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "no-cache")
        let tag = try #require(response.headers[.eTag])
        #expect(!tag.hasPrefix("W/"))
        let again = try await get(assets, path, headers: [.ifNoneMatch: "\"x\", \(tag)"])
        #expect(again.status == .notModified)
        #expect(again.body.readableBytes == 0)
        let changed = try await get(assets, path, headers: [.ifNoneMatch: "\"x\""])
        #expect(changed.status == .ok)
      }
    }
  }

  @Test func `another content has another address`() async throws {
    let first = try await withAssets(["app.css": "p{}"]) { $0.path("app.css") }
    let second = try await withAssets(["app.css": "q{}"]) { $0.path("app.css") }
    #expect(first != second)
  }

  @Test(arguments: [
    "/assets/missing.css", "/assets/../secret.txt", "/assets/%2e%2e/secret.txt", "/assets/key.pem",
    "/assets/", "/assets",
  ])
  func `only known files are served`(path: String) async throws {
    try await withAssets(["app.css": "p{}", "key.pem": "secret"]) { assets in
      let status = try await get(assets, path).status
      #expect(status == .notFound)
    }
  }

  @Test func `files in folders and at the root are found`() async throws {
    try await withAssets(["icons/a.svg": "<svg/>", "manifest.webmanifest": "{}"]) { assets in
      #expect(try await get(assets, assets.path("icons/a.svg")).status == .ok)
      let manifest = try await get(assets, "/manifest.webmanifest")
      #expect(manifest.headers[.contentType] == "application/manifest+json")
    }
  }

  @Test func `the module ships its folder and the browser client`() throws {
    let assets = try StaticAssets.bundled()
    for name in ["look/base.css", "client.js", "morph.js", "clock.js"] {
      #expect(assets[name] != nil, "\(name)")
    }
  }
}
