public import Foundation

public typealias QRCodeID = Identifier<QRCode>

/// The one code by which a person can be found; resetting it invalidates all earlier copies.
public struct QRCode: Equatable, Codable, Sendable, Identifiable {
  /// Upper-case UUID text. The picture encodes the link that ends with it.
  public let id: QRCodeID
  public var userID: Person.ID
  public var createdAt: Date

  public init(id: QRCodeID, userID: Person.ID, createdAt: Date) {
    self.id = id
    self.userID = userID
    self.createdAt = createdAt
  }
}

extension Identifier where Subject == QRCode {
  /// The code in a typed, pasted or scanned text, or nil when there is none.
  ///
  /// Accepts a UUID in either case, with or without hyphens, with blanks around it; an address that ends
  /// in `/add/` and one, as it is shared and drawn; and JSON whose `id` is one (an older picture format,
  /// never produced). The result is upper case. The address's host is not checked: a code of another
  /// server matches no person here.
  public init?(scanned text: String) {
    let bare = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if let uuid = Self.uuid(bare) {
      self.init(rawValue: uuid)
      return
    }
    // People copy links without their scheme, too.
    if let link = URL(string: bare), ["http", "https", nil].contains(link.scheme?.lowercased()) {
      guard link.pathComponents.suffix(2).first == "add",
        let uuid = Self.uuid(link.lastPathComponent)
      else { return nil }
      self.init(rawValue: uuid)
      return
    }
    guard bare.hasPrefix("{"),
      let payload = try? JSONDecoder().decode(OlderPayload.self, from: Data(bare.utf8)),
      let uuid = Self.uuid(payload.id)
    else { return nil }
    self.init(rawValue: uuid)
  }

  /// The link of a code: what its picture encodes, so that any phone's camera opens it.
  /// - Parameter address: scheme and host of this server, as its reader's browser knows it. Where it is
  ///   empty, the code alone.
  public func link(at address: String) -> String {
    address.isEmpty ? rawValue : "\(address)/add/\(rawValue)"
  }

  /// 32 hexadecimal digits, with hyphens wherever they are.
  private static func uuid(_ text: String) -> String? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32 else { return nil }
    var hyphenated: [UInt8] = []
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { hyphenated.append(UInt8(ascii: "-")) }
      hyphenated.append(digit)
    }
    return UUID(uuidString: String(decoding: hyphenated, as: UTF8.self))?.uuidString
  }
}

private struct OlderPayload: Decodable {
  var id: String
}
