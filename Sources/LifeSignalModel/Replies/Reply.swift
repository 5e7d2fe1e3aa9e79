/// An incoming text message, as its carrier delivers it.
public struct Reply: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Reply>

  /// The carrier's own id of the text: a text that is delivered several times is handled once.
  public var id: ID
  /// E.164. The carrier vouches for it.
  public var from: String
  /// As it was typed.
  public var text: String

  public init(id: ID, from: String, text: String) {
    self.id = id
    self.from = from
    self.text = text
  }
}

/// A key pressed in a call that reads a message.
public struct KeyPress: Equatable, Sendable {
  /// The carrier's own id of the call: one key is accepted in each.
  public var id: Reply.ID
  /// The receipt token of the message that is read.
  public var token: String
  /// `0`–`9`, `*` or `#`; several when several were pressed.
  public var keys: String

  public init(id: Reply.ID, token: String, keys: String) {
    self.id = id
    self.token = token
    self.keys = keys
  }
}
