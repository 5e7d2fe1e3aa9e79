public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
public import Logging

/// Has a carrier ring somebody up and read the message to them.
///
/// That the call was taken says nothing about whether anybody listens; the key that they press does.
public final class VoiceCourier: Courier {
  private let number: String
  private let account: CarrierAccount
  private let line: CarrierLine
  private let budget: Budget
  private let translations: Translations
  private let reader: @Sendable (CourierMessage) async -> MessageReader
  private let logger: Logger

  /// - Parameters:
  ///   - number: E.164; the calls come from it.
  ///   - budget: in calls.
  ///   - translations: for what can be pressed, said when the carrier can reach this server.
  ///   - reader: who listens, in which language, and what they can do.
  ///   - limit: seconds from the first byte sent to the head of the answer.
  ///   - now: for dates in `Retry-After`.
  public init(
    from number: String, account: CarrierAccount, budget: Budget,
    translations: Translations = .none,
    reader: @escaping @Sendable (CourierMessage) async -> MessageReader = { _ in MessageReader() },
    limit: TimeInterval = 10, logger: Logger = Logger(label: "lifesignal.delivery"),
    now: @escaping @Sendable () -> Date
  ) {
    self.number = number
    self.account = account
    self.budget = budget
    self.translations = translations
    self.reader = reader
    self.logger = logger
    line = CarrierLine(account: account, name: "voice", limit: limit, now: now)
  }

  public var budgets: [BudgetFigure] { budget.figures }

  public func deliver(_ message: CourierMessage) async throws {
    let reader = await reader(message)
    let script = CallScript(
      message, answer: reader.answer,
      key: account.callback("voice/key", for: message.receiptToken),
      in: catalogue(of: reader.language))
    var form = CarrierForm()
    form.add("To", message.address)
    form.add("From", number)
    form.add("Twiml", script.text)
    // Rings about five times, and ends before most answering machines begin.
    form.add("Timeout", "25")
    if let status = account.callback("voice/status", for: message.receiptToken) {
      form.add("StatusCallback", status)
      form.add("StatusCallbackEvent", "completed")
    }
    try await budget.spend(1, on: message, name: "voice", logger: logger) { [form] in
      try await line.post(form, to: "Calls", key: message.idempotencyKey)
    }
  }

  /// One that says in which language it is, also where there is no translation.
  private func catalogue(of language: Language) -> Catalogue {
    translations.catalogues[language] ?? Catalogue(language)
  }
}
