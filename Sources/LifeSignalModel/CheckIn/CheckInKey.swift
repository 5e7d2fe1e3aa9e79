extension CheckIn {
  /// The prefixes of the server's own keys. ``key(chosen:)`` ensures that a client's key never
  /// begins with one, so that it cannot pass for a text, a call or a printed code.
  public enum KeyPrefix: String, CaseIterable, Sendable {
    /// A code on paper. The ledger recognizes a ``CheckInSource/printedCode`` by it.
    case code = "code:"
    case sms = "sms:"
    case voice = "voice:"
    /// The prefix added to a client's key that begins like one of these.
    case client = "client:"

    /// The key of what `name` names.
    func key(_ name: some CustomStringConvertible) -> String { rawValue + name.description }
  }

  /// Whether it came by a text or a call: evidence about the number, not about the person.
  public var isByNumber: Bool {
    [KeyPrefix.sms, .voice].contains { clientKey?.hasPrefix($0.rawValue) ?? false }
  }

  /// The key under which a check-in is stored that came with `text`: the same for every repeat, and
  /// different for every text. No check-in is refused for its key.
  public static func key(chosen text: String) -> String {
    KeyPrefix.allCases.contains { text.hasPrefix($0.rawValue) }
      ? KeyPrefix.client.key(text) : text
  }

  /// Whether a printed code made it; the key alone shows that.
  public var isByCode: Bool { clientKey?.hasPrefix(KeyPrefix.code.rawValue) ?? false }
}
