/// Reads the address of a channel, as a person typed it.
///
/// Returns the form that the courier of that kind understands. The same place always gives the same
/// text, so that two spellings of one address are one channel. No server is asked: a well-formed
/// address may still lead nowhere.
public enum ChannelAddress {
  /// - Parameters:
  ///   - text: space around it does not count.
  ///   - region: for a phone number without a country code.
  /// - Returns: at most ``longest`` bytes, without control characters.
  /// - Throws: ``Refusal/invalidPhoneNumber``, ``Refusal/invalidEmailAddress``,
  ///   ``Refusal/emailNameNotASCII``, ``Refusal/invalidTopic``, ``Refusal/invalidRoom``,
  ///   ``Refusal/invalidChat``, ``Refusal/invalidWebAddress``. ``Refusal/invalidPushSubscription``
  ///   for a browser and ``Refusal/invalidDeviceToken`` for a phone, which are never typed, and
  ///   ``Refusal/notAllowed`` for an unknown kind.
  public static func normalized(
    _ text: String, kind: ChannelKind, region: Region
  ) throws(Refusal) -> String {
    let text = trimmed(text)
    switch kind {
    case .sms, .voice:
      guard let number = PhoneNumber(text, region: region) else {
        throw .invalidPhoneNumber
      }
      return number.e164
    case .email: return try EmailAddress(text).text
    case .ntfy: return try topic(text)
    case .matrix: return try room(text)
    case .telegram: return try chat(text)
    case .webhook: return try secureAddress(text, or: .invalidWebAddress).url
    case .webPush: throw .invalidPushSubscription
    case .apns: throw .invalidDeviceToken
    default: throw .notAllowed
    }
  }

  /// Bytes of an address at most.
  public static let longest = WebAddress.longest

  private static func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func secureAddress(_ text: String, or refusal: Refusal) throws(Refusal)
    -> WebAddress
  {
    guard let address = try? WebAddress(text), address.scheme == "https" else { throw refusal }
    return address
  }

  /// The name of a topic at the operator's server, or the whole address of one elsewhere
  /// (https://docs.ntfy.sh/publish/).
  private static func topic(_ text: String) throws(Refusal) -> String {
    if isTopic(text[...]) { return text }
    let address = try secureAddress(text, or: .invalidTopic)
    // Scheme, nothing, host, then the path; a query could change what is published.
    let parts = address.url.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 4, let last = parts.last, isTopic(last), !address.url.contains("?") else {
      throw .invalidTopic
    }
    return address.url
  }

  private static func isTopic(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2d || $0 == 0x5f }
  }

  /// `!opaque:server`, and since version 12 of rooms `!opaque` alone; 255 bytes at most (Matrix
  /// 1.16, appendix "Room IDs"). The opaque part may contain more, but only visible ASCII is
  /// accepted here.
  private static func room(_ text: String) throws(Refusal) -> String {
    guard text.first == "!", (2...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { throw .invalidRoom }
    let parts = text.dropFirst().split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let opaque = parts.first, !opaque.isEmpty else { throw .invalidRoom }
    if parts.count == 2 {
      let isServer = parts[1].utf8.allSatisfy {
        isLetterOrDigit($0) || [0x2d, 0x2e, 0x3a, 0x5b, 0x5d].contains($0)
      }
      guard !parts[1].isEmpty, isServer else { throw .invalidRoom }
    }
    return text
  }

  /// A number of at most 52 bits, negative for groups (https://core.telegram.org/bots/api#chat).
  /// The names that begin with @ belong to public channels, which anyone can read.
  private static func chat(_ text: String) throws(Refusal) -> String {
    guard text.utf8.count <= 20, !text.hasPrefix("+"), let number = Int64(text), number != 0,
      number.magnitude < 1 << 52
    else { throw .invalidChat }
    return String(number)
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}
