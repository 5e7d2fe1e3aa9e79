/// Which links an attribute may carry. A forbidden link is written as `about:invalid`, which leads
/// nowhere.
@usableFromInline
enum LinkPolicy: Sendable {
  /// Where a person may be led: this server, the web, telephone and mail.
  case navigation
  /// Where a picture or script may come from: this server and the web.
  case resource
  /// Where a form may be sent: this server only.
  case action

  static let refused = "about:invalid"

  private var schemes: [String] {
    switch self {
    case .navigation: ["https", "http", "mailto", "tel", "sms"]
    case .resource: ["https", "http"]
    case .action: []
    }
  }

  func permits(_ link: String) -> Bool {
    for byte in link.utf8 {
      // Browsers drop line breaks and tabs inside a link, trim controls and spaces around it, and
      // read a backslash as a slash: each can hide a scheme or another host.
      if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") { return false }
    }
    // `//host` keeps the scheme and leaves this server without saying so.
    if link.hasPrefix("//") { return false }
    let end = link.utf8.firstIndex { byte in
      byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
        || byte == UInt8(ascii: "#")
    }
    guard let end, link.utf8[end] == UInt8(ascii: ":") else { return true }
    return schemes.contains(link[..<end].lowercased())
  }
}
