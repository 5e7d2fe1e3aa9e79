public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
public import Logging

/// Hands text messages to a carrier.
public final class SMSCourier: Courier {
  public struct Settings: Equatable, Sendable {
    /// Who the messages come from.
    public enum Sender: Equatable, Sendable {
      /// A number, a short code or a name the carrier knows.
      case from(String)
      /// The carrier's own choice of several, `MG…`.
      case service(String)

      /// A name shows who has written, and nobody can write back to it.
      var canBeAnswered: Bool {
        switch self {
        case .from(let sender): !sender.contains(where: \.isLetter)
        case .service: true
        }
      }
    }

    public var sender: Sender
    /// Parts of one message at most, at least 1.
    public var segments: Int

    public init(sender: Sender, segments: Int = 3) {
      self.sender = sender
      self.segments = segments
    }
  }

  private let settings: Settings
  private let account: CarrierAccount
  private let line: CarrierLine
  private let budget: Budget
  private let translations: Translations
  private let reader: @Sendable (CourierMessage) async -> MessageReader
  private let logger: Logger

  /// - Parameters:
  ///   - translations: for what can be texted back, said when the carrier can reach this server
  ///     and the sender is no name.
  ///   - reader: who reads a message, and what they can do.
  ///   - limit: seconds from the first byte sent to the head of the answer.
  ///   - now: for dates in `Retry-After`.
  public init(
    _ settings: Settings, account: CarrierAccount, budget: Budget,
    translations: Translations = .none,
    reader: @escaping @Sendable (CourierMessage) async -> MessageReader = { _ in MessageReader() },
    limit: TimeInterval = 10, logger: Logger = Logger(label: "lifesignal.delivery"),
    now: @escaping @Sendable () -> Date
  ) {
    self.settings = settings
    self.account = account
    self.budget = budget
    self.translations = translations
    self.reader = reader
    self.logger = logger
    line = CarrierLine(account: account, name: "sms", limit: limit, now: now)
  }

  public var budgets: [BudgetFigure] { budget.figures }

  public func deliver(_ message: CourierMessage) async throws {
    let body = await words(of: message)
    var form = CarrierForm()
    form.add("To", message.address)
    switch settings.sender {
    case .from(let number): form.add("From", number)
    case .service(let service): form.add("MessagingServiceSid", service)
    }
    form.add("Body", body)
    form.add("StatusCallback", account.callback("sms/status", for: message.receiptToken))
    try await budget.spend(
      SMSText(body).segments, on: message, name: "sms", logger: logger
    ) { [form] in
      try await line.post(form, to: "Messages", key: message.idempotencyKey)
    }
  }

  private func words(of message: CourierMessage) async -> String {
    guard account.callbackOrigin != nil, settings.sender.canBeAnswered, !message.isOneTimeCode
    else {
      return SMSMessage(message, hint: nil, segments: settings.segments).body
    }
    let reader = await reader(message)
    let hint = reader.answer.map { translations[reader.language].say($0.byText) }
    return SMSMessage(message, hint: hint, segments: settings.segments).body
  }
}
