import DequeModule

/// The actions that wait in a mailbox, and behind them the senders that wait for a place.
///
/// While a sender waits, every place is taken.
struct MailboxQueue<Action: Sendable>: Sendable {
  typealias Answer = CheckedContinuation<Result<Void, MailboxError>, Never>

  private struct Sender {
    let action: Action
    let answer: Answer
  }

  private let limit: Int
  private var actions = Deque<Action>()
  private var senders: [UInt64: Sender] = [:]
  /// Numbers of senders, oldest first; some may have left since.
  private var order = Deque<UInt64>()

  init(limit: Int) { self.limit = limit }

  var count: Int { actions.count }
  var senderCount: Int { senders.count }

  /// - Returns: whether there was a place.
  mutating func append(_ action: Action) -> Bool {
    guard actions.count < limit else { return false }
    actions.append(action)
    return true
  }

  mutating func wait(with action: Action, number: UInt64, answer: Answer) {
    senders[number] = Sender(action: action, answer: answer)
    order.append(number)
  }

  /// - Returns: the oldest action, and the sender who has got its place.
  mutating func takeFirst() -> (action: Action, admitted: Answer?)? {
    guard let action = actions.popFirst() else { return nil }
    while let number = order.popFirst() {
      guard let sender = senders.removeValue(forKey: number) else { continue }
      actions.append(sender.action)
      return (action, sender.answer)
    }
    return (action, nil)
  }

  /// A sender leaves before there was a place for it.
  mutating func leave(_ number: UInt64) -> Answer? {
    let sender = senders.removeValue(forKey: number)
    // Senders that come and go while nothing moves must not pile up.
    if order.count > 2 * senders.count + 64 { order = order.filter { senders[$0] != nil } }
    return sender?.answer
  }

  mutating func takeSenders() -> [Answer] {
    defer {
      senders = [:]
      order = []
    }
    return order.compactMap { senders[$0]?.answer }
  }

  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return Array(actions)
  }
}
