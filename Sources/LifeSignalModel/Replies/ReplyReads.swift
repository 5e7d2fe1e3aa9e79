public import Foundation

/// A text or call that was handled.
public struct HandledReply: Equatable, Sendable {
  public var id: Reply.ID
  public var receivedAt: Date

  public init(id: Reply.ID, receivedAt: Date) {
    self.id = id
    self.receivedAt = receivedAt
  }
}

extension HandledReply: Record {
  public static let table = RecordTable("replies", unique: ["(id)"])

  public static let lists = [named]
  static let named = Rows<HandledReply>(.equal("id"))

  public static let blank = HandledReply(id: "", receivedAt: .distantPast)

  public mutating func columns(_ column: inout Columns) throws {
    var text = id.rawValue
    try column("id", &text, .key)
    try column("received_at", &receivedAt)
    if column.isReading { id = Reply.ID(rawValue: text) }
  }
}

extension RecordReads {
  /// Whether this text or call was handled before.
  public func hasReply(_ id: Reply.ID) throws -> Bool {
    try count(HandledReply.named, [.text(id.rawValue)]) > 0
  }
}
