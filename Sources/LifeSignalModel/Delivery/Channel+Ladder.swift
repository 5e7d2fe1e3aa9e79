extension Channel {
  /// The channels to try, each with its place.
  ///
  /// Push comes first where there is one: it costs nothing, arrives in a second and says when it was
  /// shown. All browsers of a person have the first place together, since nobody knows which of them
  /// is at hand. The others follow one by one in the order given.
  static func ladder(_ channels: [Channel]) -> [(rank: Int, channel: Channel)] {
    let enabled = channels.filter { $0.disabledAt == nil }
    let pushes = enabled.filter { $0.kind == .webPush }
    let others = enabled.filter { $0.kind != .webPush }
    let first = pushes.isEmpty ? 0 : 1
    return pushes.map { (0, $0) } + others.enumerated().map { (first + $0.offset, $0.element) }
  }

  /// The ways a message goes, as they are said to people: push once, on however many browsers.
  static func ways(_ ladder: [(rank: Int, channel: Channel)]) -> [ChannelKind] {
    let kinds = ladder.map(\.channel.kind)
    let others = kinds.filter { $0 != .webPush }
    return others.count == kinds.count ? kinds : [.webPush] + others
  }

  /// The address as its owner may read it: of a push subscription its service only, since the whole
  /// address would let others send there.
  var exportedAddress: String {
    Self.exported(address, of: kind)
  }

  static func exported(_ address: String, of kind: ChannelKind) -> String {
    guard kind == .webPush else { return address }
    let endpoint = PushSubscription(address: address)?.endpoint ?? ""
    return endpoint.split(separator: "/").prefix(2).joined(separator: "//")
  }
}
