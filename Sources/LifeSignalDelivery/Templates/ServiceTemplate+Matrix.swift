import Foundation
import LifeSignalEngine

extension ServiceTemplate {
  /// A room of Matrix (Client-Server API 1.16, "Sending events to a room"). A repeat has the same
  /// transaction, so that the room has the message once.
  ///
  /// - Parameters:
  ///   - homeserver: scheme and host.
  ///   - token: the sending user's, who must have joined the room; a secret.
  public static func matrix(homeserver: String, token: String) -> ServiceTemplate {
    ServiceTemplate(
      name: "matrix",
      place: { address in
        guard address.hasPrefix("!") else {
          throw CourierFailure.addressGone("matrix: not an address")
        }
        return Place(server: homeserver, address: address, isOurs: true)
      },
      template: { message, place, hasLink in
        let hasBody = !message.body.isEmpty && message.body != message.title
        let text = "{title}" + (hasBody ? "\n{body}" : "") + (hasLink ? "\n{link}" : "")
        let page =
          "<strong>{title|html}</strong>" + (hasBody ? "<br>{body|html}" : "")
          + (hasLink ? "<br><a href=\"{link|html}\">{open|html}</a>" : "")
        return RequestTemplate(
          method: "PUT",
          url: place.server + "/_matrix/client/v3/rooms/{address}/send/m.room.message/{key}",
          headers: [.init("Authorization", "Bearer \(token)")],
          body: .json(
            .object([
              "msgtype": .text("m.text"), "body": .text(text),
              "format": .text("org.matrix.custom.html"), "formatted_body": .text(page),
            ])))
      },
      check: { answer, place in
        struct Receipt: Decodable {
          var event: String
          enum CodingKeys: String, CodingKey { case event = "event_id" }
        }
        struct Problem: Decodable {
          var code: String
          var milliseconds: Int?
          enum CodingKeys: String, CodingKey {
            case code = "errcode"
            case milliseconds = "retry_after_ms"
          }
        }
        if answer.status == 200, let receipt = answer.json(Receipt.self), !receipt.event.isEmpty {
          return
        }
        let problem = answer.json(Problem.self)
        // Our user is not in that room, or may not write there: for us it does not exist.
        if answer.status == 403, problem?.code == "M_FORBIDDEN" {
          throw CourierFailure.addressGone("matrix: answered 403 (M_FORBIDDEN)")
        }
        let wait = problem?.milliseconds.flatMap {
          $0 > 0 ? Duration.milliseconds(min($0, 3_600_000)) : nil
        }
        throw answer.failure("matrix", isOurs: true, wait: wait)
      })
  }
}
