import Configuration
import Foundation
import LifeSignalDelivery
import LifeSignalModel

extension Settings {
  static let mailKeys = [
    "host", "port", "tls", "user", "password", "passwordFile", "from", "bounce", "authorities",
  ]

  /// Nil if none of its keys is set.
  /// - Throws: `SettingsError` for half a configuration, naming what is missing.
  static func mail(_ layers: Layers) throws -> SMTPAccount? {
    guard let named = mailKeys.first(where: { layers.holds(["smtp", $0]) }) else { return nil }
    guard let host = try layers.text(["smtp", "host"])?.lowercased() else {
      throw SettingsError("smtp.\(named) is set, so smtp.host must be set as well.")
    }
    let marks = Set("-._:".utf8)
    let isHost = host.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) || marks.contains($0)
    }
    guard isHost, host.utf8.count <= 253 else {
      throw SettingsError("smtp.host: must be a name or an address, for example mail.example.org.")
    }
    guard let from = try address("from", layers) else {
      throw SettingsError("smtp.host is set, so smtp.from must be set as well.")
    }
    let security = try security(layers)
    let user = try layers.text(["smtp", "user"])
    let account = SMTPAccount(
      host: host,
      port: try layers.number(["smtp", "port"], in: 1...65_535) ?? standardPort(security),
      security: security, user: user, password: try password(layers, of: user), from: from,
      bounce: try address("bounce", layers), authorities: try layers.authorities(of: "smtp"))
    // Words about people, and a password, must not cross a network unencrypted.
    guard security != .none || account.isLocal else {
      throw SettingsError(
        "smtp.tls: none is possible only with a server on this machine; choose starttls or implicit."
      )
    }
    // The name of the mail's own address takes 33 bytes of the 64 there are.
    guard (account.bounce?.name.utf8.count ?? 0) <= 31 else {
      throw SettingsError("smtp.bounce: must have at most 31 characters before the @.")
    }
    return account
  }

  private static func security(_ layers: Layers) throws -> SMTPAccount.Security {
    guard let text = try layers.text(["smtp", "tls"]) else { return .startTLS }
    guard let security = SMTPAccount.Security(rawValue: text) else {
      throw SettingsError("smtp.tls: must be one of starttls, implicit, none.")
    }
    return security
  }

  /// RFC 6409 §3.1 and RFC 8314 §7.3.
  private static func standardPort(_ security: SMTPAccount.Security) -> Int {
    switch security {
    case .startTLS: 587
    case .implicit: 465
    case .none: 25
    }
  }

  private static func address(_ name: String, _ layers: Layers) throws -> EmailAddress? {
    guard let text = try layers.text(["smtp", name]) else { return nil }
    guard let address = try? EmailAddress(text) else {
      throw SettingsError("smtp.\(name): must be an e-mail address, for example safe@example.org.")
    }
    return address
  }

  private static func password(_ layers: Layers, of user: String?) throws -> String? {
    guard let user else {
      guard try layers.text(["smtp", "password"]) == nil,
        try layers.text(["smtp", "passwordFile"]) == nil
      else { throw SettingsError("smtp.password is set, so smtp.user must be set as well.") }
      return nil
    }
    let password = try layers.secret("password", of: "smtp", for: "smtp.user").text
    // Never repeated in the message: it is a secret.
    let isPlain = (user + password).unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    guard !password.isEmpty, isPlain else {
      throw SettingsError("smtp.user and smtp.password: must be one line each, and not empty.")
    }
    return password
  }

  /// The addresses of invented people may belong to real ones.
  func refuseMailOfDemo() throws {
    guard isDemo, mail != nil else { return }
    throw SettingsError(
      "demo.enabled: a demo has invented people; remove smtp.host.")
  }
}
