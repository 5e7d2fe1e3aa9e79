import Configuration
import Foundation
import LifeSignalDelivery

extension Settings {
  /// Where others reach this server; callbacks and their signatures are made of it.
  static func origin(_ layers: Layers) throws -> String? {
    guard let text = try layers.text(["http", "origin"]) else { return nil }
    return try web("http.origin", text)
  }

  /// Scheme, host and port, without a slash at its end. Plain http is for this machine alone: secrets
  /// would cross the network.
  static func web(_ key: String, _ text: String) throws -> String {
    let refusal = SettingsError(
      "\(key): must be an https URL without path, user or query, for example https://example.org.")
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), let parts = URLComponents(string: text),
      let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost?.lowercased(),
      !host.isEmpty, ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil,
      parts.user == nil, parts.password == nil
    else { throw refusal }
    let isLocal = host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
    guard scheme == "https" || scheme == "http" && isLocal else { throw refusal }
    return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
  }

  /// The numbers of invented people may belong to real ones.
  func refuseCarrierOfDemo() throws {
    guard isDemo, carrier != nil else { return }
    throw SettingsError(
      "demo.enabled: a demo has invented people with invented numbers; remove carrier.account.")
  }
}

extension Settings.Carrier {
  static let keys: [(room: String, names: [String])] = [
    ("carrier", ["account", "token", "tokenFile", "url"]),
    (
      "sms",
      [
        "from", "messagingService", "segments", "perDay", "perPrefix", "codesPerDay",
        "alarmsPerDay",
      ]
    ),
    ("voice", ["from", "perDay"]),
  ]

  /// Nil if none of its keys is set.
  /// - Throws: `SettingsError` for half a configuration, naming what is missing.
  init?(_ layers: Layers) throws {
    guard let named = try Self.firstNamed(in: layers) else { return nil }
    guard let sid = try layers.text(["carrier", "account"]) else {
      throw SettingsError("\(named) is set, so carrier.account must be set as well.")
    }
    guard Self.isName(sid) else {
      throw SettingsError("carrier.account: must be letters and digits, for example AC0123….")
    }
    let url = try layers.text(["carrier", "url"]).map { try Settings.web("carrier.url", $0) }
    let voice = try layers.text(["voice", "from"])
    guard voice != nil || !layers.holds(["voice", "perDay"]) else {
      throw SettingsError("voice.perDay is set, so voice.from must be set as well.")
    }
    if let voice, !Self.isNumber(voice) {
      throw SettingsError(
        "voice.from: must be a number with its country code, such as +15551234567.")
    }
    let standard = Self.standardBudget
    let amounts = 0...1_000_000
    self.init(
      account: CarrierAccount(
        sid: sid, token: try Self.token(layers), baseURL: url ?? CarrierAccount.twilio),
      sms: SMSCourier.Settings(
        sender: try Self.sender(layers),
        segments: try layers.number(["sms", "segments"], in: 1...10) ?? 3),
      smsBudget: BudgetLimits(
        perDay: try layers.number(["sms", "perDay"], in: amounts) ?? standard.perDay,
        perPrefix: try layers.number(["sms", "perPrefix"], in: amounts) ?? standard.perPrefix,
        codes: try layers.number(["sms", "codesPerDay"], in: amounts) ?? standard.codes,
        alarms: try layers.number(["sms", "alarmsPerDay"], in: amounts) ?? standard.alarms),
      voiceNumber: voice,
      callsPerDay: try layers.number(["voice", "perDay"], in: amounts) ?? 300)
  }

  /// The first key that is set, so that a refusal can name the reason for requiring more.
  private static func firstNamed(in layers: Layers) throws -> String? {
    for (room, names) in keys {
      for name in names where layers.holds([room, name]) { return "\(room).\(name)" }
    }
    return nil
  }

  private static func sender(_ layers: Layers) throws -> SMSCourier.Settings.Sender {
    let number = try layers.text(["sms", "from"])
    let service = try layers.text(["sms", "messagingService"])
    switch (number, service) {
    case (nil, nil):
      throw SettingsError(
        "carrier.account is set, so sms.from or sms.messagingService must be set as well.")
    case (_?, _?):
      throw SettingsError("sms.from and sms.messagingService are both set: remove one.")
    case (let number?, nil):
      guard isSender(number) else {
        throw SettingsError(
          """
          sms.from: must be a number with its country code, a short code, or a name of at most 11 \
          letters and digits.
          """)
      }
      return .from(number)
    case (nil, let service?):
      guard isName(service) else {
        throw SettingsError(
          "sms.messagingService: must be letters and digits, for example MG0123….")
      }
      return .service(service)
    }
  }

  private static func token(_ layers: Layers) throws -> String {
    let (key, token) = try layers.secret("token", of: "carrier", for: "carrier.account")
    // Never repeated in the message: it is a secret.
    guard token.utf8.count >= 16, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
      throw SettingsError("\(key): must be a token of at least 16 letters, digits and marks.")
    }
    return token
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isASCIILetterOrDigit }
  }

  /// E.164.
  private static func isNumber(_ text: String) -> Bool {
    text.first == "+" && (7...15).contains(text.utf8.count - 1)
      && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func isSender(_ text: String) -> Bool {
    let isShortCode =
      (3...8).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isNumber }
    let isName =
      (1...11).contains(text.utf8.count) && text.contains { $0.isASCII && $0.isLetter }
      && text.allSatisfy { $0.isASCIILetterOrDigit || $0 == " " }
    return isNumber(text) || isShortCode || isName
  }
}

extension Character {
  fileprivate var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
