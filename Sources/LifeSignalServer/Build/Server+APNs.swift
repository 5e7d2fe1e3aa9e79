import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import Logging

extension Server {
  /// The courier of Apple's push service. A phone registered while there was an account has a
  /// channel for it, so it always needs a courier to answer for that.
  func pushedToPhones(_ logger: Logger) throws -> any Courier {
    guard let account = settings.apns else { return NoCarrier(of: "apns") }
    do {
      // The machine's own clock: the service compares it with its own.
      return try APNsCourier(account, logger: logger, now: { SystemClock().now })
    } catch {
      throw SettingsError(
        "apns.authorities: \(account.authorities ?? "") must hold certificates (PEM).")
    }
  }
}
