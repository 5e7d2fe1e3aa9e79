import Configuration
import Foundation

extension Settings.Services {
  /// - Throws: `SettingsError` for half an account, naming what is missing.
  init(_ layers: Layers) throws {
    self.init()
    if let server = try Self.server(["ntfy", "server"], layers) {
      ntfy = Settings.Services.Account(
        server: server, token: try Self.token(["ntfy", "token"], layers))
    } else if layers.holds(["ntfy", "token"]) {
      throw SettingsError("ntfy.token is set, so ntfy.server must be set as well.")
    }
    let token = try Self.token(["matrix", "token"], layers)
    switch (try Self.server(["matrix", "homeserver"], layers), token) {
    case (nil, nil): break
    case (let server?, let token?):
      matrix = Settings.Services.Account(server: server, token: token)
    case (nil, _?):
      throw SettingsError("matrix.token is set, so matrix.homeserver must be set as well.")
    case (_?, nil):
      throw SettingsError("matrix.homeserver is set, so matrix.token must be set as well.")
    }
    if let token = try Self.token(["telegram", "token"], layers) {
      telegram = Settings.Services.Account(
        server: try Self.server(["telegram", "server"], layers) ?? "https://api.telegram.org",
        token: token)
    } else if layers.holds(["telegram", "server"]) {
      throw SettingsError("telegram.server is set, so telegram.token must be set as well.")
    }
  }

  private static func server(_ key: AbsoluteConfigKey, _ layers: Layers) throws -> String? {
    try layers.text(key).map { try Settings.web("\(key)", $0) }
  }

  /// It is part of a header or of an address: characters that those cannot contain are refused.
  /// Never repeated in the message.
  private static func token(_ key: AbsoluteConfigKey, _ layers: Layers) throws -> String? {
    guard let token = try layers.text(key) else { return nil }
    let marks = Set("-._~:+=".utf8)
    let isToken = token.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
        || marks.contains($0)
    }
    guard isToken, (8...512).contains(token.utf8.count) else {
      throw SettingsError("\(key): must be a token of letters, digits and the marks - . _ ~ : + =.")
    }
    return token
  }
}
