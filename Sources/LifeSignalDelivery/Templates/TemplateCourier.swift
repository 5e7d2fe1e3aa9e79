import AsyncHTTPClient
public import Foundation
public import LifeSignalEngine
public import LifeSignalModel
import NIOCore
import NIOHTTP1

/// Sends messages to a service on the web that needs only one request for each: a
/// ``ServiceTemplate`` defines the request and the meaning of the answers.
///
/// As with a webhook the connection goes to the very address that was checked, and redirects are
/// not followed.
public final class TemplateCourier: Courier {
  private let service: ServiceTemplate
  private let origin: String?
  private let translations: Translations
  private let reader: @Sendable (CourierMessage) async -> MessageReader
  private let resolver: HostResolver
  private let limit: TimeInterval
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - origin: scheme and host of the site; nil for messages without a link.
  ///   - reader: the reader, for the language.
  ///   - limit: seconds from the first byte sent to the head of the answer, and between two pieces.
  ///   - now: for dates in `Retry-After`.
  public init(
    _ service: ServiceTemplate, origin: String?, translations: Translations = .none,
    reader: @escaping @Sendable (CourierMessage) async -> MessageReader = { _ in MessageReader() },
    resolver: HostResolver = .system, limit: TimeInterval = 10,
    now: @escaping @Sendable () -> Date
  ) {
    self.service = service
    self.origin = origin
    self.translations = translations
    self.reader = reader
    self.resolver = resolver
    self.limit = limit
    self.now = now
  }

  public func deliver(_ message: CourierMessage) async throws {
    let catalogue = translations[await reader(message).language]
    let link = origin.flatMap { origin in message.receiptToken.map { "\(origin)/open/\($0)" } }
    let place = try service.place(message.address)
    let filled: RequestTemplate.Filled
    do {
      filled = try service.template(message, place, link != nil).filled(
        with: Self.values(message, place, link, catalogue))
    } catch {
      throw CourierFailure.rejected("\(service.name): the template has a gap that nothing fills")
    }
    let answer = try await answer(to: filled, message, place)
    try service.check(answer, place)
  }

  /// The values for placeholders.
  private static func values(
    _ message: CourierMessage, _ place: ServiceTemplate.Place, _ link: String?,
    _ catalogue: Catalogue
  ) -> [String: String] {
    [
      "title": shortened(message.title, to: 400),
      "body": message.body == message.title ? "" : shortened(message.body, to: 3_000),
      "address": place.address, "key": message.idempotencyKey, "link": link ?? "",
      "open": catalogue.say(MailPhrases.open),
    ]
  }

  /// At most about this many bytes of UTF-8, and never a part of a character: services accept
  /// 4,096.
  private static func shortened(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var short = ""
    var count = 0
    for character in text {
      count += character.utf8.count
      guard count <= most else { break }
      short.append(character)
    }
    return short + "…"
  }

  private func answer(
    to filled: RequestTemplate.Filled, _ message: CourierMessage, _ place: ServiceTemplate.Place
  ) async throws -> ServiceAnswer {
    let name = service.name
    let address: WebhookAddress
    let host: IPAddress
    do {
      address = try WebhookAddress(filled.url, policy: place.policy)
      host = try await resolver.place(of: address, policy: place.policy, for: name)
    } catch let refusal as WebhookRefusal {
      throw CourierFailure.rejected("\(name)\(refusal.code.dropFirst("webhook".count))")
    }
    return try await request(filled, message, to: address)
      .send(for: name, at: [address.host: "\(host)"], within: limit) {
        try await ServiceAnswer($0, now: now())
      }
  }

  private func request(
    _ filled: RequestTemplate.Filled, _ message: CourierMessage, to address: WebhookAddress
  ) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: address.url)
    request.method = HTTPMethod(rawValue: filled.method)
    request.headers = ["User-Agent": "LifeSignal", "Idempotency-Key": message.idempotencyKey]
    for field in filled.headers { request.headers.add(name: field.name, value: field.value) }
    request.body = .bytes(ByteBuffer(bytes: filled.body))
    return request
  }
}
