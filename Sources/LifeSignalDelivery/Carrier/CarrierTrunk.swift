public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
public import Logging

/// Our end of what leads to a carrier, as telephony calls it: the account and the line, what may be spent
/// on them, and who is at the other end. One for each way, as each has a budget of its own.
public struct CarrierTrunk: Sendable {
  let account: CarrierAccount
  let translations: Translations
  /// Who reads or hears a message, in which language, and what they can do.
  let reader: @Sendable (CourierMessage) async -> MessageReader
  private let line: CarrierLine
  private let budget: Budget
  private let logger: Logger

  /// - Parameters:
  ///   - budget: in what the carrier counts: parts of texts, or calls.
  ///   - translations: for how one answers, said where the carrier can reach this server.
  ///   - reader: who reads or hears a message, in which language, and what they can do.
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
