import Foundation

/// The names of all settings: any other name stops the start, because a misspelt setting would be
/// ignored.
extension Settings {
  private static let keys: [(room: String, names: [String])] = [
    ("http", ["host", "port", "behindProxy", "connections", "connectionsPerAddress", "origin"]),
    ("tls", ["certificate", "privateKey"]),
    ("database", ["path"]),
    ("demo", ["enabled"]),
    ("heartbeat", ["url", "carriers", "interval"]),
    ("metrics", ["token"]),
    ("webhook", ["allowPrivate"]),
    ("push", ["contact", "allowPrivate"]),
    ("smtp", mailKeys),
    ("apns", apnsKeys),
    ("ntfy", ["server", "token"]),
    ("matrix", ["homeserver", "token"]),
    ("telegram", ["token", "server"]),
    ("log", ["level"]),
  ]

  private static let names =
    (keys + Carrier.keys).flatMap { room, names in names.map { "\(room).\($0)" } }
    + ["registration", "signIn"]

  /// Includes those of the command-line client and of tests, which the server may inherit.
  private static let variables: [String] =
    names.map(variable(of:))
    + ["CONFIGURATION", "SERVER", "TOKEN", "FAIL_POINT"].map { "LIFESIGNAL_\($0)" }

  /// `http.behindProxy` is `LIFESIGNAL_HTTP_BEHIND_PROXY`.
  private static func variable(of name: String) -> String {
    "LIFESIGNAL_"
      + name.replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }
      .replacing(".", with: "_").uppercased()
  }

  /// - Throws: `SettingsError` for an unknown name in the file.
  static func refuseUnknownNames(inFileAt path: String) throws {
    guard let data = FileManager.default.contents(atPath: path),
      let object = try? JSONSerialization.jsonObject(with: data)
    else { return }
    for name in leaves(of: object).sorted() where !names.contains(name) {
      throw unknown(name, among: names, where: " in \(path)")
    }
  }

  /// - Throws: `SettingsError` for an unknown variable `LIFESIGNAL_…`.
  static func refuseUnknownVariables(in environment: [String: String]) throws {
    for name in environment.keys.filter({ $0.hasPrefix("LIFESIGNAL_") }).sorted()
    where !variables.contains(name) && !isOfCluster(name, environment[name] ?? "") {
      throw unknown(name, among: variables, where: "")
    }
  }

  /// Whether Kubernetes sets it in every pod beside a service whose name begins with lifesignal.
  private static func isOfCluster(_ name: String, _ value: String) -> Bool {
    name.contains(
      /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/)
      || name.hasSuffix("_PORT") && value.contains("://")
  }

  private static func leaves(of value: Any, below prefix: String? = nil) -> [String] {
    guard let object = value as? [String: Any], !object.isEmpty else {
      return prefix.map { [$0] } ?? []
    }
    return object.flatMap { name, value in
      leaves(of: value, below: prefix.map { "\($0).\(name)" } ?? name)
    }
  }

  /// Never repeats the value, which may be a secret.
  private static func unknown(
    _ name: String, among names: [String], where place: String
  ) -> SettingsError {
    // Bounded, and without control characters: it is printed to a terminal.
    let name = String(
      name.map { $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 32 ? $0 : "?" }.prefix(80))
    let nearest = names.min { name.difference(from: $0).count < name.difference(from: $1).count }
    return SettingsError(
      "\(name): unknown setting\(place). Did you mean \(nearest ?? name)?")
  }
}
