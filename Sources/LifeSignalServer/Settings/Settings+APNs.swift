import Configuration
import Foundation
import LifeSignalDelivery

extension Settings {
  static let apnsKeys = [
    "keyFile", "keyID", "team", "topic", "environment", "interruption", "url", "authorities",
  ]

  /// Nil if none of its keys is set.
  /// - Throws: `SettingsError` for half a configuration, naming what is missing.
  static func apns(_ layers: Layers) throws -> APNsAccount? {
    guard let named = apnsKeys.first(where: { layers.holds(["apns", $0]) }) else { return nil }
    func needed(_ name: String) throws -> String {
      guard let text = try layers.text(["apns", name]) else {
        throw SettingsError("apns.\(named) is set, so apns.\(name) must be set as well.")
      }
      return text
    }
    let path = try needed("keyFile")
    let data = try Layers.contents(of: path, "apns.keyFile")
    let (keyID, team, topic) = (try needed("keyID"), try needed("team"), try needed("topic"))
    for (name, text) in [("keyID", keyID), ("team", team)] where !isAppleID(text) {
      throw SettingsError("apns.\(name): must be 10 capital letters and digits.")
    }
    guard topic.wholeMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/) != nil, topic.utf8.count <= 155
    else { throw SettingsError("apns.topic: must be a bundle ID, for example org.example.app.") }
    let authorities = try layers.authorities(of: "apns")
    let (server, interruption) = (try apnsServer(layers), try interruption(layers))
    do {
      return try APNsAccount(
        pem: String(decoding: data, as: UTF8.self), keyID: keyID, teamID: team, topic: topic,
        baseURL: server, interruption: interruption, authorities: authorities)
    } catch {
      // Quotes nothing of the file: it may contain a key all the same.
      throw SettingsError(
        "apns.keyFile: \(path) must hold one private key as Apple gives it (.p8).")
    }
  }

  private static func isAppleID(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
  }

  private static func apnsServer(_ layers: Layers) throws -> String {
    let url = try layers.text(["apns", "url"])
    switch (try layers.text(["apns", "environment"]), url) {
    case (_?, _?):
      throw SettingsError("apns.environment and apns.url are both set: remove one.")
    case (nil, let url?): return try web("apns.url", url)
    case (nil, nil), ("production", nil): return APNsAccount.production
    case ("sandbox", nil): return APNsAccount.sandbox
    default: throw SettingsError("apns.environment: must be one of production, sandbox.")
    }
  }

  private static func interruption(_ layers: Layers) throws -> APNsAccount.Interruption {
    guard let text = try layers.text(["apns", "interruption"]) else { return .active }
    guard let interruption = APNsAccount.Interruption(rawValue: text) else {
      let names = APNsAccount.Interruption.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingsError("apns.interruption: must be one of \(names).")
    }
    return interruption
  }
}
