public import Foundation

public typealias QRCodeID = Identifier<QRCode>

/// The one code by which a person can be found; resetting it invalidates all earlier copies.
public struct QRCode: Equatable, Codable, Sendable, Identifiable {
  /// Upper-case UUID text; what the picture encodes.
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
  /// Accepts a UUID in either case, with blanks around it; an address that ends in `/add/` and one,
  /// as it is shared; and JSON whose `id` is one (an older picture format, never produced). The
  /// result is upper case. The address's host is not checked: a code of another server matches no
  /// person here.
  public init?(scanned text: String) {
    let bare = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if let uuid = UUID(uuidString: bare) {
      self.init(rawValue: uuid.uuidString)
      return
    }
    if let link = URL(string: bare), ["http", "https"].contains(link.scheme?.lowercased()) {
      guard link.pathComponents.suffix(2).first == "add",
        let uuid = UUID(uuidString: link.lastPathComponent)
      else { return nil }
      self.init(rawValue: uuid.uuidString)
      return
    }
    guard bare.hasPrefix("{"),
      let payload = try? JSONDecoder().decode(OlderPayload.self, from: Data(bare.utf8)),
      let uuid = UUID(uuidString: payload.id)
    else { return nil }
    self.init(rawValue: uuid.uuidString)
  }
}

private struct OlderPayload: Decodable {
  var id: String
}
