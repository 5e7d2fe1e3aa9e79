extension Channel {
  /// The channels to try, each with its place.
  ///
  /// In the order the person has given them. Without an order of theirs push comes first where
  /// there is any: it costs nothing, arrives within a second and reports when it was shown; the
  /// others follow in the order given. All browsers and phones of a person share one place, since
  /// the server cannot know which is at hand.
  static func ladder(_ channels: [Channel]) -> [(rank: Int, channel: Channel)] {
    groups(channels.filter(\.isOn)).enumerated().flatMap { rank, group in
      group.map { (rank, $0) }
    }
  }

  /// The channels that share a place, in the order of the places.
  static func groups(_ channels: [Channel]) -> [[Channel]] {
    let pushes = channels.filter(\.kind.isPush)
    let others = channels.filter { !$0.kind.isPush }
    // Browsers added after the person had ordered the others still come first.
    let first = pushes.isEmpty ? [] : [(pushes.compactMap(\.position).min() ?? -1, pushes)]
    let groups = first + others.map { ($0.position ?? .max, [$0]) }
    return groups.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }

  /// The kinds of channel a message uses, as screens name them: push once, however many devices
  /// there are.
  static func ways(_ ladder: [(rank: Int, channel: Channel)]) -> [ChannelKind] {
    var hasPush = false
    return ladder.map(\.channel.kind).filter { kind in
      guard kind.isPush else { return true }
      defer { hasPush = true }
      return !hasPush
    }
  }

  /// The address as its owner may read it: for a push subscription only its service, since the
  /// whole address would let others send there; for a phone's token only its end, which
  /// distinguishes two phones.
  var exportedAddress: String {
    Self.exported(address, of: kind)
  }

  static func exported(_ address: String, of kind: ChannelKind) -> String {
    if kind == .apns { return "Apple …\(address.suffix(4))" }  // no words
    guard kind == .webPush else { return address }
    let endpoint = PushSubscription(address: address)?.endpoint ?? ""
    return endpoint.split(separator: "/").prefix(2).joined(separator: "//")
  }
}
