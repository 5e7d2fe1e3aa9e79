import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWeb
import Logging

extension Server {
  /// The couriers of the account there is. Who has signed up while calls were made has a channel for
  /// them, so there is always somebody to answer for that.
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
      // Nobody is rung up for less than an alarm, but for the code that proves a number: a few calls
      // more, which cost no alarm anything.
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
