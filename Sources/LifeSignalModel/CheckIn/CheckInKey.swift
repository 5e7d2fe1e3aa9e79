extension CheckIn {
  /// What the server's own keys begin with. A key that a client chooses never does, so that none can
  /// pass for a text, a call or a printed code; ``key(chosen:)`` sees to it.
  public enum KeyPrefix: String, CaseIterable, Sendable {
    /// A code on paper. A ledger knows by it that ``CheckIn/source`` is ``CheckInSource/printedCode``.
    case code = "code:"
    case sms = "sms:"
    case voice = "voice:"
    /// What a client's key is given that begins like one of these.
    case client = "client:"

    /// The key of what `name` names.
    func key(_ name: some CustomStringConvertible) -> String { rawValue + name.description }
  }

  /// Whether it came by a text or a call: a sign of the number, not of the person.
  public var isByNumber: Bool {
    [KeyPrefix.sms, .voice].contains { clientKey?.hasPrefix($0.rawValue) ?? false }
  }

  /// The key under which a check-in is stored that came with `text`: the same for every repeat, and
  /// different for every text. No sign of life is refused for its key.
  public static func key(chosen text: String) -> String {
    KeyPrefix.allCases.contains { text.hasPrefix($0.rawValue) }
      ? KeyPrefix.client.key(text) : text
  }

  /// Whether it was made by a code on paper; told by the key alone.
  public var isByCode: Bool { clientKey?.hasPrefix(KeyPrefix.code.rawValue) ?? false }
}
