/// What is sent back to a person who has texted, or read out after a key.
public struct ReplyMessage: Equatable, Sendable {
  public var answer: ReplyAnswer
  public var language: Language

  public init(_ answer: ReplyAnswer, _ language: Language) {
    self.answer = answer
    self.language = language
  }
}

/// The answer to a person who has texted, or pressed a key in a call.
public enum ReplyAnswer: Equatable, Sendable {
  case checkedIn
  case pingAnswered
  case noPing
  /// The name of the person they look after.
  case onIt(String)
  /// Another responder has the alert; they join. The name of the person they help.
  case comingToo(String)
  /// The same about a duress alert. The name of the person who must not be called.
  indirect case carefully(ReplyAnswer, name: String)
  case noAlarm
  /// While an alert is on: the same again, with this mark after it.
  case needsMark(PossibleAnswer, String)
  case snoozed
  case refused(Refusal)
  case stopped
  case started
  /// A list of the texts that work.
  case help
  /// There was nothing to decide: the message was received.
  case heard
  /// The key means nothing.
  case unknownKey

  public var phrase: Phrase {
    switch self {
    case .checkedIn: "You have checked in. Thank you."
    case .pingAnswered: "Thank you. We have let them know that you are OK."
    case .noPing: "No ping waits for your answer."
    case .onIt(let name): "Thank you. You are looking after \(name)."
    case .comingToo(let name): "Thank you. You are helping \(name) too."
    case .carefully(let answer, let name): "\(answer.phrase) Do not call or text \(name)."
    case .needsMark(let answer, let mark): answer.byText(mark)
    case .noAlarm: "No alert waits for your answer."
    case .snoozed: "We’ll remind you again in 30 minutes. Your deadline stays."
    case .refused(let refusal): refusal.phrase
    case .stopped: "LifeSignal sends you no more text messages. Reply START to get them again."
    case .started: "LifeSignal sends you text messages again."
    case .help:
      """
      Reply OK to check in, LATER to be reminded again, 1 to answer a ping, ON IT to answer an alert, \
      or STOP to get no more messages.
      """
    case .heard: "Thank you."
    case .unknownKey: "Please open LifeSignal to answer."
    }
  }
}
