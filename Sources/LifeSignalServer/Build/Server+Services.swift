import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWords

extension Server {
  /// The couriers of services over HTTP. A kind without an account refuses, so that messages to
  /// channels added while there was one go to the next channel.
  func posted(
    _ ledger: any Ledger, _ clock: any ServerClock
  ) throws -> [ChannelKind: any Courier] {
    let translations = try Translations.bundled()
    let origin = settings.origin
    func courier(_ service: ServiceTemplate) -> any Courier {
      TemplateCourier(
        service, origin: origin, translations: translations,
        reader: { await ledger.reader(of: $0) }, now: { clock.now })
    }
    let (ntfy, matrix, telegram) = (
      settings.services.ntfy, settings.services.matrix, settings.services.telegram
    )
    var couriers: [ChannelKind: any Courier] = [
      .ntfy: courier(
        .ntfy(
          server: ntfy?.server, token: ntfy?.token, allowsPrivate: settings.allowsPrivateWebhooks)),
      .matrix: NoCarrier(of: "matrix"), .telegram: NoCarrier(of: "telegram"),
    ]
    if let matrix, let token = matrix.token {
      couriers[.matrix] = courier(.matrix(homeserver: matrix.server, token: token))
    }
    if let telegram, let token = telegram.token {
      couriers[.telegram] = courier(.telegram(token: token, server: telegram.server))
    }
    return couriers
  }
}
