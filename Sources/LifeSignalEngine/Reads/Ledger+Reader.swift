public import LifeSignalModel

/// Who reads a message, for couriers whose own words depend on it.
public struct MessageReader: Equatable, Sendable {
  public var language: Language
  /// What they can do about it by the way it comes.
  public var answer: PossibleAnswer?

  public init(language: Language = .english, answer: PossibleAnswer? = nil) {
    self.language = language
    self.answer = answer
  }
}

extension Ledger {
  /// Found by the message's receipt token; English and without an answer where there is none, and where
  /// the ledger cannot say: nothing of this keeps a message back.
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
