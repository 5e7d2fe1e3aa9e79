import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWeb
import LifeSignalWords
import Logging

extension Server {
  /// The couriers of the configured account. A member who signed up while calls were offered has a
  /// channel for them, so it always needs a courier to answer for that.
  func carried(
    _ ledger: any Ledger, _ clock: any ServerClock, _ logger: Logger
  ) throws -> [ChannelKind: any Courier] {
    guard let carrier = settings.carrier else { return [.voice: NoCarrier(of: "voice")] }
    var account = carrier.account
    account.callbackOrigin = settings.origin
    let translations = try Translations.bundled()
    func trunk(_ limits: BudgetLimits) -> CarrierTrunk {
      CarrierTrunk(
        to: account, budget: Budget(limits, now: { clock.now }), translations: translations,
        reader: { await ledger.reader(of: $0) }, logger: logger, now: { clock.now })
    }
    var couriers: [ChannelKind: any Courier] = [
      .sms: SMSCourier(carrier.sms, over: trunk(carrier.smsBudget)),
      .voice: NoCarrier(of: "voice"),
    ]
    if let number = carrier.voiceNumber {
      // Calls are only for alerts, except the code that proves a number: a few calls more, which
      // take nothing from alerts.
      let limits = BudgetLimits(
        perDay: 0, perPrefix: 0, codes: (carrier.callsPerDay + 9) / 10, alarms: carrier.callsPerDay)
      couriers[.voice] = VoiceCourier(from: number, over: trunk(limits))
    }
    return couriers
  }
}

extension Settings {
  /// How the web knows the carrier; nil when it cannot reach us.
  var carrierOfTheWeb: WebRoom.Settings.Carrier? {
    guard let carrier, let origin else { return nil }
    return WebRoom.Settings.Carrier(origin: origin, secret: carrier.account.token)
  }
}
