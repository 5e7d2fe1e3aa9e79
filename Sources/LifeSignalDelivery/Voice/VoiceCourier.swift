public import LifeSignalEngine
import LifeSignalModel

/// Makes a carrier call a person and read the message to them.
///
/// That the call was accepted does not show that a person listens; the key that they press does.
public final class VoiceCourier: Courier {
  private let number: String
  private let trunk: CarrierTrunk

  /// - Parameters:
  ///   - number: E.164; the calls come from it.
  ///   - trunk: its instructions name the keys to press.
  public init(from number: String, over trunk: CarrierTrunk) {
    self.number = number
    self.trunk = trunk
  }

  public var budgets: [BudgetFigure] { trunk.budgets }

  public func deliver(_ message: CourierMessage) async throws {
    let reader = await trunk.reader(message)
    let script = CallScript(
      message, answer: reader.answer,
      key: trunk.account.callback("voice/key", for: message.receiptToken),
      in: catalogue(of: reader.language))
    var form = CarrierForm()
    form.add("To", message.address)
    form.add("From", number)
    form.add("Twiml", script.text)
    // Rings about five times, and ends before most answering machines begin.
    form.add("Timeout", "25")
    if let status = trunk.account.callback("voice/status", for: message.receiptToken) {
      form.add("StatusCallback", status)
      form.add("StatusCallbackEvent", "completed")
    }
    try await trunk.send(form, as: .calls, of: message, cost: 1)
  }

  /// A catalogue that names its language, even without a translation.
  private func catalogue(of language: Language) -> Catalogue {
    trunk.translations.catalogues[language] ?? Catalogue(language)
  }
}
