public import LifeSignalEngine
import LifeSignalModel

/// Has a carrier ring somebody up and read the message to them.
///
/// That the call was taken says nothing about whether anybody listens; the key that they press does.
public final class VoiceCourier: Courier {
  private let number: String
  private let trunk: CarrierTrunk

  /// - Parameters:
  ///   - number: E.164; the calls come from it.
  ///   - trunk: its words say what can be pressed.
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

  /// One that says in which language it is, also where there is no translation.
  private func catalogue(of language: Language) -> Catalogue {
    trunk.translations.catalogues[language] ?? Catalogue(language)
  }
}
