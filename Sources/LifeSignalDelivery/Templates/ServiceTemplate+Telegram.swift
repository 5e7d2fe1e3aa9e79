import Foundation
import LifeSignalEngine
import LifeSignalModel

extension ServiceTemplate {
  /// A chat of Telegram, to which a bot writes (https://core.telegram.org/bots/api#sendmessage).
  ///
  /// - Parameters:
  ///   - token: the bot's; a secret, and part of the requested address.
  ///   - server: scheme and host; Telegram's own unless the operator runs a server of the
  ///     interface.
  public static func telegram(
    token: String, server: String = "https://api.telegram.org"
  ) -> ServiceTemplate {
    ServiceTemplate(
      name: "telegram",
      place: { address in
        guard let chat = Int64(address) else {
          throw CourierFailure.addressGone("telegram: not an address")
        }
        return Place(server: server, address: String(chat), isOurs: true)
      },
      template: { message, place, hasLink in
        let hasBody = !message.body.isEmpty && message.body != message.title
        var object: [String: RequestTemplate.Value] = [
          "chat_id": .text("{address}"),
          "text": .text("<b>{title|html}</b>" + (hasBody ? "\n{body|html}" : "")),
          "parse_mode": .text("HTML"),
          "link_preview_options": .object(["is_disabled": .flag(true)]),
          "disable_notification": .flag(message.priority == .information),
        ]
        if hasLink {
          let button = RequestTemplate.Value.object([
            "text": .text("{open}"), "url": .text("{link}"),
          ])
          object["reply_markup"] = .object(["inline_keyboard": .list([.list([button])])])
        }
        return RequestTemplate(
          url: "\(place.server)/bot\(token)/sendMessage", body: .json(.object(object)))
      },
      check: { answer, place in
        struct Answer: Decodable {
          struct Parameters: Decodable {
            var seconds: Int?
            enum CodingKeys: String, CodingKey { case seconds = "retry_after" }
          }
          var ok: Bool
          var description: String?
          var parameters: Parameters?
        }
        let said = answer.json(Answer.self)
        if answer.status == 200, said?.ok == true { return }
        // Blocked by the person, removed from the group, or no such chat. The text is not repeated.
        let words = (said?.description ?? "").lowercased()
        let isGone =
          answer.status == 403 && said != nil
          || answer.status == 400 && words.contains("chat not found")
        if isGone { throw CourierFailure.addressGone("telegram: answered \(answer.status)") }
        let wait = said?.parameters?.seconds.flatMap {
          $0 > 0 ? Duration.seconds(min($0, 3_600)) : nil
        }
        throw answer.failure("telegram", isOurs: true, wait: wait)
      })
  }
}
