public import Foundation
public import LifeSignalEngine
public import LifeSignalModel

/// Sends messages as e-mail through the operator's mail server.
///
/// That the server accepted a mail does not show that a person has seen it: the next channel
/// follows as for a text.
public final class MailCourier: Courier {
  /// The name under which the installation keeps the secret that names its mails.
  public static let secretName = "mail"

  private let account: SMTPAccount
  private let secret: Data
  private let origin: String?
  private let line: SMTPLine
  private let translations: Translations
  private let reader: @Sendable (CourierMessage) async -> MessageReader
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - secret: this installation's, at least 32 bytes.
  ///   - origin: scheme and host of the site; nil for mails without a link.
  ///   - reader: the reader, for the language.
  ///   - limit: seconds for one mail, from the look-up of the server's name to its last word.
  ///   - now: the time, for the header.
  public init(
    _ account: SMTPAccount, secret: Data, origin: String?, translations: Translations = .none,
    reader: @escaping @Sendable (CourierMessage) async -> MessageReader = { _ in MessageReader() },
    limit: TimeInterval = 20, now: @escaping @Sendable () -> Date
  ) {
    self.account = account
    self.secret = secret
    self.origin = origin
    self.translations = translations
    self.reader = reader
    self.now = now
    line = SMTPLine(account, limit: limit)
  }

  public func deliver(_ message: CourierMessage) async throws {
    // This also keeps line ends out of the conversation with the server.
    guard let recipient = try? EmailAddress(message.address) else {
      throw CourierFailure.addressGone("email: not an address")
    }
    let language = await reader(message).language
    let identity = MailIdentity(
      of: message.idempotencyKey, to: message.address, secret: secret)
    let mail = MailMessage(
      message: message, identity: identity, from: account.from, to: recipient, date: now(),
      words: MailWords(
        catalogue: translations.catalogues[language] ?? Catalogue(language), link: link(message)))
    // A person with an open page waits for a code, a person who needs help for an alert.
    try await line.send(
      mail.encoded, from: sender(identity), to: recipient,
      isUrgent: message.isAlarm || message.priority == .alert)
  }

  private func link(_ message: CourierMessage) -> String? {
    guard let origin, let token = message.receiptToken else { return nil }
    return "\(origin)/open/\(token)"
  }

  /// A returned mail names the one it is about.
  private func sender(_ identity: MailIdentity) -> String {
    guard let bounce = account.bounce else { return account.from.text }
    return "\(bounce.name)+\(identity.name)@\(bounce.domain)"
  }
}
