/// A text message has come from this number.
///
/// The door counts guesses and answers: see `Engine.receive(_:)`.
public struct ReceiveReply: Command {
  public var reply: Reply
  /// Whether the text may be read as a check-in code. A sender may guess only so often.
  public var mayBeCode: Bool

  public init(reply: Reply, mayBeCode: Bool) {
    self.reply = reply
    self.mayBeCode = mayBeCode
  }

  public struct Answer: Equatable, Sendable {
    /// What is sent back; nil for nothing.
    public var message: ReplyMessage?
    /// The member whose number sent the text, unless it was a check-in code.
    public var sender: Person.ID?
    /// Whether the text carries the mark of one of our messages.
    public var isProven = false
    /// Whether it was a check-in code that counts.
    public var isCode = false
  }

  public enum Facts {
    case code(TypedCodeFacts, isRepeated: Bool)
    case words(ReplyFacts)
  }

  public static let terms = Terms.vital

  /// A text that is no valid code is read like any other.
  public func facts(by system: System, from reads: some Reads, at moment: Moment) throws -> Facts {
    if mayBeCode, let code = reply.code, let facts = try reads.typedCodeFacts(code, at: moment) {
      let isRepeated = try reads.hasReply(reply.id)
      if isRepeated || facts.isAccepted(at: moment.now) {
        return .code(facts, isRepeated: isRepeated)
      }
    }
    return .words(try reads.replyFacts(reply, at: moment))
  }

  public func decide(
    _ facts: Facts, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<Answer> {
    switch facts {
    case .code(let code, let isRepeated):
      let decided = try ReplyRules.receive(
        reply, with: code, isRepeated: isRepeated, moment: moment)
      return Decided(decided.decision, Answer(message: decided.message, isCode: true))
    case .words(let facts):
      let decided = try ReplyRules.receive(reply, facts, moment: moment)
      return Decided(
        decided.decision,
        Answer(
          message: decided.message, sender: facts.sender?.person.id,
          isProven: ReplyRules.isProven(reply, facts)))
    }
  }
}

extension Decided<ReplyMessage?> {
  fileprivate var message: ReplyMessage? { answer.flatMap(\.self) }
}

extension Reply {
  /// The check-in code that the text may be. A word is none.
  public var code: CheckInCodeText? {
    ReplyWord(reading: text) == nil ? CheckInCodeText(reading: text) : nil
  }
}
