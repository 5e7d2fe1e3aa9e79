import Configuration
import Foundation
import LifeSignalDelivery
import LifeSignalModel
import Logging

extension Settings {
  /// Values given on the command line; nil for those that were not given.
  public struct Arguments: Equatable, Sendable {
    public var configurationFile: String?
    public var host: String?
    public var port: Int?
    public var isBehindProxy: Bool?
    public var certificate: String?
    public var privateKey: String?
    public var database: String?
    public var isDemo: Bool?
    public var logLevel: String?
    public var heartbeatURL: String?
    public var heartbeatInterval: Int?
    public var allowsPrivateWebhooks: Bool?
    public var registration: String?

    public init() {}
  }

  /// Reads arguments, then environment (`LIFESIGNAL_…`), then the JSON file named by either.
  ///
  /// - Throws: ``SettingsError`` naming the key and what it accepts.
  public static func read(
    arguments: Arguments, environment: [String: String]
  ) async throws -> Settings {
    let variables = EnvironmentVariablesProvider(environmentVariables: environment)
      .prefixKeys(with: "lifesignal")
    var providers: [any ConfigProvider] = [
      InMemoryProvider(name: "arguments", values: arguments.values), variables,
    ]
    if let path = arguments.configurationFile ?? environment["LIFESIGNAL_CONFIGURATION"] {
      providers.append(try await file(at: path))
      try refuseUnknownNames(inFileAt: path)
    }
    try refuseUnknownVariables(in: environment)
    return try Settings(Layers(providers: providers))
  }

  private static func file(at path: String) async throws -> any ConfigProvider {
    let location = InMemoryProvider(values: ["filePath": ConfigValue(stringLiteral: path)])
    do {
      return try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: location))
    } catch {
      throw SettingsError(
        "Cannot read the configuration file \(path): it must exist and hold one JSON object.")
    }
  }

  private init(_ layers: Layers) throws {
    let isDemo = try layers.flag(["demo", "enabled"]) ?? false
    let path = try layers.text(["database", "path"])
    // Demo people never land in a real network's file by accident.
    let standardPath = isDemo ? "lifesignal-demo.sqlite" : "lifesignal.sqlite"
    self.init(
      host: try layers.text(["http", "host"]) ?? "127.0.0.1",
      port: try layers.port(["http", "port"]) ?? 8080,
      isBehindProxy: try layers.flag(["http", "behindProxy"]) ?? false,
      connections: Connections(
        total: try layers.number(["http", "connections"], in: 32...1_000_000),
        perAddress: try layers.number(["http", "connectionsPerAddress"], in: 8...1_000_000)),
      tls: try Self.tls(
        certificate: layers.text(["tls", "certificate"]),
        privateKey: layers.text(["tls", "privateKey"])),
      database: .sqlite(path: path ?? standardPath),
      isDemo: isDemo,
      logLevel: try layers.level(["log", "level"]) ?? .info,
      watch: try Self.watch(layers),
      allowsPrivateWebhooks: try layers.flag(["webhook", "allowPrivate"]) ?? false,
      push: try Self.push(layers), origin: try Self.origin(layers), carrier: try Carrier(layers),
      mail: try Self.mail(layers), services: try Services(layers),
      apns: try Self.apns(layers),
      // The demo is there to be tried out.
      registration: try layers.registration() ?? (isDemo ? .open : .invited),
      signIn: try layers.text(["signIn"]).map(Self.signInMeans))
    try refuseUnprotectedNetwork()
    try refuseCarrierOfDemo()
    try refuseMailOfDemo()
    try refuseUnsentCodes()
  }

  private static func watch(_ layers: Layers) throws -> Watch {
    let watch = Watch(
      heartbeatURL: try layers.text(["heartbeat", "url"]),
      carrierURL: try layers.text(["heartbeat", "carriers"]),
      heartbeatInterval: try layers.number(["heartbeat", "interval"], in: 1...86_400) ?? 60,
      metricsToken: try layers.text(["metrics", "token"]))
    for (key, url) in [("url", watch.heartbeatURL), ("carriers", watch.carrierURL)] {
      if let url, (try? OutsideHeartbeat.get(url)) == nil {
        throw SettingsError("heartbeat.\(key): must be an http or https URL.")
      }
    }
    if let token = watch.metricsToken, token.utf8.count < 16 {
      throw SettingsError("metrics.token: must have at least 16 characters.")
    }
    return watch
  }

  private static func push(_ layers: Layers) throws -> Push {
    let push = Push(
      contact: try layers.text(["push", "contact"]),
      allowsPrivateServices: try layers.flag(["push", "allowPrivate"]) ?? false)
    if let contact = push.contact,
      contact.wholeMatch(of: /mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s\/]+[^\s]*/) == nil
    {
      throw SettingsError("push.contact: must be a mailto: or https: URL.")
    }
    return push
  }

  private static func tls(certificate: String?, privateKey: String?) throws -> TLS? {
    switch (certificate, privateKey) {
    case (nil, nil):
      return nil
    case (let certificate?, let privateKey?):
      for (key, path) in [("tls.certificate", certificate), ("tls.privateKey", privateKey)]
      where !FileManager.default.isReadableFile(atPath: path) {
        throw SettingsError("\(key): there is no readable file at \(path).")
      }
      return TLS(certificate: certificate, privateKey: privateKey)
    case (nil, _?):
      throw SettingsError("tls.privateKey is set, so tls.certificate must be set as well.")
    case (_?, nil):
      throw SettingsError("tls.certificate is set, so tls.privateKey must be set as well.")
    }
  }

  /// Session cookies must not cross a network unencrypted.
  private func refuseUnprotectedNetwork() throws {
    let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    guard !isLoopback, !isReachedOverTLS else { return }
    throw SettingsError(
      """
      http.host is \(host), which other machines can reach, but there is no TLS. \
      Set tls.certificate and tls.privateKey, or http.behindProxy when a proxy in front ends TLS, \
      or listen on 127.0.0.1.
      """)
  }
}

extension Settings.Arguments {
  fileprivate var values: [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    func set(_ key: AbsoluteConfigKey, _ content: ConfigContent?) {
      if let content { values[key] = ConfigValue(content, isSecret: false) }
    }
    set(["http", "host"], host.map(ConfigContent.string))
    set(["http", "port"], port.map(ConfigContent.int))
    set(["http", "behindProxy"], isBehindProxy.map(ConfigContent.bool))
    set(["tls", "certificate"], certificate.map(ConfigContent.string))
    set(["tls", "privateKey"], privateKey.map(ConfigContent.string))
    set(["database", "path"], database.map(ConfigContent.string))
    set(["demo", "enabled"], isDemo.map(ConfigContent.bool))
    set(["heartbeat", "url"], heartbeatURL.map(ConfigContent.string))
    set(["heartbeat", "interval"], heartbeatInterval.map(ConfigContent.int))
    set(["webhook", "allowPrivate"], allowsPrivateWebhooks.map(ConfigContent.bool))
    set(["registration"], registration.map(ConfigContent.string))
    set(["log", "level"], logLevel.map(ConfigContent.string))
    return values
  }
}

/// The sources in order of precedence.
///
/// `ConfigReader` falls back to the default when a value has the wrong type; a misspelt port must
/// stop the start instead, so the providers are read one by one.
struct Layers {
  let providers: [any ConfigProvider]

  func text(_ key: AbsoluteConfigKey) throws -> String? {
    guard case .string(let text) = try value(key, .string, "a text") else { return nil }
    guard !text.isEmpty else { throw SettingsError("\(key): must not be empty.") }
    return text
  }

  /// A secret in a section of the settings, from the sources or from a file that holds nothing else.
  /// - Parameter owner: the key that requires it.
  /// - Returns: also the key that is set.
  func secret(
    _ name: String, of room: String, for owner: String
  ) throws -> (key: String, text: String) {
    let key = "\(room).\(name)"
    switch (try text([room, name]), try text([room, "\(name)File"])) {
    case (nil, nil):
      throw SettingsError("\(owner) is set, so \(key) or \(key)File must be set as well.")
    case (_?, _?): throw SettingsError("\(key) and \(key)File are both set: remove one.")
    case (let text?, nil): return (key, text)
    case (nil, let path?):
      let text = String(decoding: try Self.contents(of: path, "\(key)File"), as: UTF8.self)
      return ("\(key)File", text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// - Parameter key: names the file.
  static func contents(of path: String, _ key: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: path), data.count <= 4_096 else {
      throw SettingsError("\(key): there is no readable file at \(path).")
    }
    return data
  }

  /// A file of certificates that a room trusts instead of the system's.
  func authorities(of room: String) throws -> String? {
    guard let path = try text([room, "authorities"]) else { return nil }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw SettingsError("\(room).authorities: there is no readable file at \(path).")
    }
    return path
  }

  func flag(_ key: AbsoluteConfigKey) throws -> Bool? {
    guard case .bool(let flag) = try value(key, .bool, "true or false") else { return nil }
    return flag
  }

  func port(_ key: AbsoluteConfigKey) throws -> Int? { try number(key, in: 0...65535) }

  func number(_ key: AbsoluteConfigKey, in range: ClosedRange<Int>) throws -> Int? {
    let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
    guard case .int(let number) = try value(key, .int, expected) else { return nil }
    guard range.contains(number) else { throw SettingsError("\(key): must be \(expected).") }
    return number
  }

  func level(_ key: AbsoluteConfigKey) throws -> Logger.Level? {
    guard let text = try text(key) else { return nil }
    guard let level = Logger.Level(rawValue: text) else {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingsError("\(key): must be one of \(levels).")
    }
    return level
  }

  func registration() throws -> Registration? {
    guard let text = try text(["registration"]) else { return nil }
    guard let registration = Registration(rawValue: text) else {
      let known = Registration.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingsError("registration: must be one of \(known).")
    }
    return registration
  }

  /// Whether any source says something about it, of whatever kind.
  func holds(_ key: AbsoluteConfigKey) -> Bool {
    let types: [ConfigType] = [.string, .int, .bool]
    return providers.contains { provider in
      types.contains { type in
        // A value that cannot be read as this type counts as set as well.
        do { return try provider.value(forKey: key, type: type).value != nil } catch { return true }
      }
    }
  }

  private func value(
    _ key: AbsoluteConfigKey, _ type: ConfigType, _ expected: String
  ) throws -> ConfigContent? {
    for provider in providers {
      do {
        if let value = try provider.value(forKey: key, type: type).value { return value.content }
      } catch {
        throw SettingsError("\(key): must be \(expected).")
      }
    }
    return nil
  }
}
