public import LifeSignalModel

/// The reader of a message, for couriers whose own words depend on them.
public struct MessageReader: Equatable, Sendable {
  public var language: Language
  /// The answer they can give over this channel.
  public var answer: PossibleAnswer?

  public init(language: Language = .english, answer: PossibleAnswer? = nil) {
    self.language = language
    self.answer = answer
  }
}

extension Ledger {
  /// Found by the message's receipt token; English and without an answer if there is none, and if
  /// the ledger fails: nothing here delays a message.
  public func reader(of message: CourierMessage) async -> MessageReader {
    guard let token = message.receiptToken else { return MessageReader() }
    let found = try? await read(for: .promise) { tx in
      try tx.delivery(receiptToken: token).map { delivery in
        MessageReader(
          language: try tx.person(delivery.person)?.language ?? .english,
          answer: delivery.possibleAnswer)
      }
    }
    return found.flatMap { $0 } ?? MessageReader()
  }
}
