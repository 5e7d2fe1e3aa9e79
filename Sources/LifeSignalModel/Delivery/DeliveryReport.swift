public import Foundation

/// A mail server's report about a mail that it accepted and could not deliver: a delivery status
/// notification (RFC 3464). Reads only the fields that have consequences. Its bytes are a
/// stranger's.
public struct DeliveryReport: Equatable, Sendable {
  /// The number of bytes that are read; the returned mail comes after the report's fields.
  public static let most = 65_536
  /// `class.subject.detail` codes which mean that the mailbox does not exist, rather than that it
  /// refuses us: no such mailbox, domain or syntax; moved; takes no mail (RFC 7505); disabled (RFC
  /// 3463 §3.2, §3.3).
  public static let gone: Set<String> = [
    "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1",
  ]

  /// 32 hexadecimal digits in lower case: the part behind the plus in the address the mail came
  /// back to, which names the mail.
  public var name: String
  /// Why, as `class.subject.detail`; class 4 when the server has tried long enough.
  public var status: String
  /// The mailboxes that are reported missing.
  private var dead: [String] = []

  /// Whether the mailbox at `address` is reported missing, and not only one that its mail was
  /// forwarded to: a forwarded copy that fails is no evidence about the mailbox it came from.
  public func isMailboxGone(at address: String) -> Bool {
    dead.contains { Self.isSame($0, address) }
  }

  /// Nil for every other mail: one that a person has written, a report of delay or of success, or
  /// one about a mail we have not sent.
  /// - Parameter address: the address it came back to, where the mail server names it; if it is
  ///   missing or names no mail, the header is read instead.
  public init?(_ mail: Data, to address: String? = nil) {
    // Bytes that are no UTF-8 become replacement characters: every field we look for is ASCII.
    var lines = mail.prefix(Self.most).split(separator: 0x0a, omittingEmptySubsequences: false)
      .map { String(decoding: $0.last == 0x0d ? $0.dropLast() : $0, as: UTF8.self) }[...]
    let head = Self.fields(&lines)
    guard let type = head["content-type"]?.first, Self.isReport(type),
      let boundary = Self.boundary(type)
    else { return nil }
    // A field that a mail server left empty is no evidence.
    let places =
      address.flatMap { Self.name(in: $0) == nil ? nil : [$0] }
      ?? Self.places.flatMap { head[$0] ?? [] }
    guard let name = places.lazy.compactMap(Self.name(in:)).first else { return nil }
    let end = "--" + boundary
    while let next = lines.firstIndex(where: { $0.hasPrefix(end) }) {
      lines = lines[(next + 1)...]
      let part = Self.fields(&lines)
      guard part["content-type"]?.first?.lowercased().hasPrefix("message/delivery-status") == true
      else { continue }
      let stop = lines.firstIndex { $0.hasPrefix(end) } ?? lines.endIndex
      let failures = Self.failures(lines[..<stop])
      guard let status = failures.first?.status else { return nil }
      self.name = name
      self.status = status
      dead = failures.filter { Self.gone.contains($0.status) }.compactMap(\.recipient)
      return
    }
    return nil
  }

  /// Headers in which a server names the address that a mail came to.
  private static let places = ["x-original-to", "delivered-to", "envelope-to", "to"]

  private static func isReport(_ type: String) -> Bool {
    let type = type.lowercased()
    return type.hasPrefix("multipart/report") && type.contains("delivery-status")
  }

  /// RFC 2046 §5.1.1: at most 70 characters.
  private static func boundary(_ type: String) -> String? {
    guard let start = type.range(of: "boundary=", options: .caseInsensitive)?.upperBound else {
      return nil
    }
    let rest = type[start...]
    let value =
      rest.hasPrefix("\"")
      ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" && !$0.isWhitespace }
    return (1...70).contains(value.utf8.count) ? String(value) : nil
  }

  private static func name(in address: String) -> String? {
    guard let match = address.firstMatch(of: /\+([0-9a-fA-F]{32})@/) else { return nil }
    return match.1.lowercased()
  }

  /// The recipients that did not get the mail. Each of our mails has one, whose server may have
  /// forwarded it to several. The first group of fields is about the mail as a whole (RFC 3464
  /// §2.2).
  ///
  /// The final recipient names the mailbox (§2.3.2). The original recipient is the address that was
  /// written to, also where the mail was forwarded from there (§2.3.1): it is read only if the
  /// final one is missing.
  private static func failures(
    _ lines: ArraySlice<String>
  ) -> [(status: String, recipient: String?)] {
    var lines = lines
    var failures: [(status: String, recipient: String?)] = []
    while !lines.isEmpty {
      let group = fields(&lines)
      guard group["action"]?.first?.lowercased() == "failed",
        let status = group["status"]?.first?.prefix(while: { !$0.isWhitespace }),
        status.wholeMatch(of: /[45]\.[0-9]{1,3}\.[0-9]{1,3}/) != nil
      else { continue }
      let recipient = group["final-recipient"] ?? group["original-recipient"]
      failures.append((String(status), recipient?.first.flatMap(mailbox)))
    }
    return failures
  }

  /// The text behind `rfc822;`, the type of an e-mail address; also for the type that allows other
  /// letters (RFC 6533 §3).
  private static func mailbox(_ field: String) -> String? {
    let parts = field.split(separator: ";", maxSplits: 1)
    guard parts.count == 2,
      ["rfc822", "utf-8"].contains(parts[0].trimmingCharacters(in: .whitespaces).lowercased())
    else { return nil }
    return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t<>"))
  }

  /// Domains are compared without case, names with it (RFC 5321 §2.4).
  private static func isSame(_ one: String, _ other: String) -> Bool {
    guard let at = one.lastIndex(of: "@"), let and = other.lastIndex(of: "@") else { return false }
    return one[..<at] == other[..<and] && one[at...].lowercased() == other[and...].lowercased()
  }

  /// Fields up to the next empty line, which is consumed, by their names in lower case. A line that
  /// begins with a space continues the one before (RFC 5322 §2.2.3).
  private static func fields(_ lines: inout ArraySlice<String>) -> [String: [String]] {
    var fields: [String: [String]] = [:]
    var last: String?
    while let line = lines.popFirst(), !line.isEmpty {
      let isMore = line.first == " " || line.first == "\t"
      if isMore, let last, let text = fields[last]?.popLast() {
        fields[last]?.append(text + " " + line.trimmingCharacters(in: .whitespaces))
      } else if let colon = line.firstIndex(of: ":") {
        let name = line[..<colon].lowercased()
        let text = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        fields[name, default: []].append(text)
        last = name
      }
    }
    return fields
  }
}
