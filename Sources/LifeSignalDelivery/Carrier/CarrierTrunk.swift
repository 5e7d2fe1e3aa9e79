public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
public import Logging

/// Our end of the connection to a carrier, as telephony calls it: the account, the connection, its
/// budget, and the other end's reader. One for each kind of channel, as each has a budget of its
/// own.
public struct CarrierTrunk: Sendable {
  let account: CarrierAccount
  let translations: Translations
  /// The reader or listener of a message, their language, and the answers they can give.
  let reader: @Sendable (CourierMessage) async -> MessageReader
  private let line: CarrierLine
  private let budget: Budget
  private let logger: Logger

  /// - Parameters:
  ///   - budget: in the carrier's units: parts of texts, or calls.
  ///   - translations: for the instructions how to answer, included if the carrier can reach this
  ///     server.
  ///   - reader: the reader or listener of a message, their language, and the answers they can
  ///     give.
  ///   - limit: seconds from the first byte sent to the head of the answer.
  ///   - now: for dates in `Retry-After`.
  public init(
    to account: CarrierAccount, budget: Budget, translations: Translations = .none,
    reader: @escaping @Sendable (CourierMessage) async -> MessageReader = { _ in MessageReader() },
    limit: TimeInterval = 10, logger: Logger = Logger(label: "lifesignal.delivery"),
    now: @escaping @Sendable () -> Date
  ) {
    self.account = account
    self.budget = budget
    self.translations = translations
    self.reader = reader
    self.logger = logger
    line = CarrierLine(account: account, limit: limit, now: now)
  }

  var budgets: [BudgetFigure] { budget.figures }

  /// Hands it over if the budget has `cost` left.
  /// - Throws: `CourierFailure`; `CancellationError` when cancelled.
  func send(
    _ form: CarrierForm, as resource: CarrierResource, of message: CourierMessage, cost: Int
  ) async throws {
    try await budget.spend(cost, on: message, name: resource.name, logger: logger) {
      try await line.post(form, to: resource, key: message.idempotencyKey)
    }
  }
}
