import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalWords
import Logging

extension Server {
  /// The courier of the mail account. A person who added an address while there was one has a
  /// channel for it, so it always needs a courier to answer for that.
  func mailed(_ ledger: SQLiteLedger, _ logger: Logger) async throws -> any Courier {
    guard let account = settings.mail else { return NoCarrier(of: "email") }
    return MailCourier(
      account, secret: try await ledger.key(.mail, logger),
      origin: settings.origin, translations: try Translations.bundled(),
      reader: { await ledger.reader(of: $0) },
      // The machine's own clock: mailboxes sort and distrust by it.
      now: { SystemClock().now })
  }
}
