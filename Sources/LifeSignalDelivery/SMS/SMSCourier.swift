public import LifeSignalEngine
import LifeSignalModel

/// Hands text messages to a carrier.
public final class SMSCourier: Courier {
  public struct Settings: Equatable, Sendable {
    /// The sender of the messages.
    public enum Sender: Equatable, Sendable {
      /// A number, a short code or a name the carrier knows.
      case from(String)
      /// The carrier's own choice of several, `MG…`.
      case service(String)

      /// A name shows who has written, but cannot be answered.
      var canBeAnswered: Bool {
        switch self {
        case .from(let sender): !sender.contains(where: \.isLetter)
        case .service: true
        }
      }
    }

    public var sender: Sender
    /// The most parts of one message, at least 1.
    public var segments: Int

    public init(sender: Sender, segments: Int = 3) {
      self.sender = sender
      self.segments = segments
    }
  }

  private let settings: Settings
  private let trunk: CarrierTrunk

  /// - Parameter trunk: its instructions explain how to answer by text, if the sender is not a
  ///   name.
  public init(_ settings: Settings, over trunk: CarrierTrunk) {
    self.settings = settings
    self.trunk = trunk
  }

  public var budgets: [BudgetFigure] { trunk.budgets }

  public var takesReplies: Bool {
    trunk.account.callbackOrigin != nil && settings.sender.canBeAnswered
  }

  public func deliver(_ message: CourierMessage) async throws {
    let body = await words(of: message)
    var form = CarrierForm()
    form.add("To", message.address)
    switch settings.sender {
    case .from(let number): form.add("From", number)
    case .service(let service): form.add("MessagingServiceSid", service)
    }
    form.add("Body", body)
    form.add("StatusCallback", trunk.account.callback("sms/status", for: message.receiptToken))
    try await trunk.send(form, as: .messages, of: message, cost: SMSText(body).segments)
  }

  private func words(of message: CourierMessage) async -> String {
    guard takesReplies, !message.isOneTimeCode else {
      return SMSMessage(
        message, hint: nil, link: link(of: message), segments: settings.segments
      ).body
    }
    let reader = await trunk.reader(message)
    let hint = reader.answer.map {
      trunk.translations[reader.language].say($0.byText(message.mark))
    }
    return SMSMessage(
      message, hint: hint, link: link(of: message), segments: settings.segments
    ).body
  }

  /// Where the message can be answered or its alert be seen. Opening it changes nothing.
  private func link(of message: CourierMessage) -> String? {
    guard let origin = trunk.account.callbackOrigin, let token = message.receiptToken,
      !message.isDrill
    else { return nil }
    switch message.subject {
    case .call, .alarm, .ping, .ownCheckIn, .ownJourney, .sessionEnd:
      return "\(origin)/open/\(token)"
    case .other, nil: return nil
    }
  }
}
