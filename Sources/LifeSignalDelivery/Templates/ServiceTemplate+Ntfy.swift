import LifeSignalEngine
import LifeSignalModel

extension ServiceTemplate {
  /// A topic of ntfy, published as JSON (https://docs.ntfy.sh/publish/#publish-as-json).
  ///
  /// - Parameters:
  ///   - server: scheme and host for topics that are a name; nil if such topics are not offered.
  ///   - token: for that server only; a secret.
  ///   - allowsPrivate: whether members may name servers in private networks.
  public static func ntfy(
    server: String?, token: String? = nil, allowsPrivate: Bool = false
  ) -> ServiceTemplate {
    ServiceTemplate(
      name: "ntfy",
      place: { address in
        guard address.contains("/") else {
          // A person with such a topic has it again when the server is set again.
          guard let server else { throw CourierFailure.rejected("ntfy: not set up") }
          return Place(server: server, address: address, isOurs: true)
        }
        guard let slash = address.lastIndex(of: "/") else {
          throw CourierFailure.addressGone("ntfy: not an address")
        }
        return Place(
          server: String(address[..<slash]),
          address: String(address[address.index(after: slash)...]),
          isOurs: false, allowsPrivate: allowsPrivate)
      },
      template: { message, place, hasLink in
        var object: [String: RequestTemplate.Value] = [
          "topic": .text("{address}"), "title": .text("{title}"),
          // ntfy would show "triggered" for an empty one.
          "message": .text(
            message.body.isEmpty || message.body == message.title ? "{title}" : "{body}"),
          "priority": .number(message.loudness),
        ]
        if message.isAlarm { object["tags"] = .list([.text("rotating_light")]) }
        if hasLink {
          object["click"] = .text("{link}")
          object["actions"] = .list([
            .object([
              "action": .text("view"), "label": .text("{open}"), "url": .text("{link}"),
            ])
          ])
        }
        let isSigned = place.isOurs ? token : nil
        return RequestTemplate(
          url: place.server + "/",
          headers: isSigned.map { [.init("Authorization", "Bearer \($0)")] } ?? [],
          body: .json(.object(object)))
      },
      check: { answer, place in
        struct Receipt: Decodable { var id: String }
        if answer.status == 200, let receipt = answer.json(Receipt.self), !receipt.id.isEmpty {
          return
        }
        throw answer.failure("ntfy", isOurs: place.isOurs)
      })
  }
}

extension CourierMessage {
  /// 1 to 5, ntfy's priorities: 5 rings through a long vibration, 2 makes no sound.
  fileprivate var loudness: Int {
    switch priority {
    case .alert, .missedCheckIn: 5
    case .ping: 4
    case .recovery, .reminder: 3
    case .information: 2
    }
  }
}
