/// The unit a courier sends: one message, or several to one address bundled into one.
public struct Parcel: Equatable, Sendable {
  /// The most urgent first; at least one.
  public var deliveries: [Delivery]

  /// Messages in one bundle at most.
  public static let most = 10

  public var first: Delivery { deliveries[0] }
  public var isBundle: Bool { deliveries.count > 1 }

  /// Alerts always travel alone and immediately. Other messages that wait for the same address go
  /// together: one message with five items is less tiring than five.
  public static func pack(_ deliveries: [Delivery]) -> [Parcel] {
    var parcels: [Parcel] = []
    var open: [Address: Int] = [:]
    for delivery in deliveries.sorted(by: { ($0.priority, $0.id) < ($1.priority, $1.id) }) {
      let address = Address(kind: delivery.kind, text: delivery.address)
      if delivery.mayBeBundled, let index = open[address], parcels[index].deliveries.count < most {
        parcels[index].deliveries.append(delivery)
        continue
      }
      if delivery.mayBeBundled { open[address] = parcels.count }
      parcels.append(Parcel(deliveries: [delivery]))
    }
    return parcels
  }

  /// The bundle's words: the first title, then every message on lines of its own. Messages with the same
  /// words appear once, in the place of the last, so that the last line is not overtaken by an earlier one.
  public var title: String { first.title }
  public var body: String {
    guard isBundle else { return first.body }
    var texts: [String] = []
    for delivery in deliveries {
      let text = delivery.body.isEmpty ? delivery.title : delivery.body
      texts.removeAll { $0 == text }
      texts.append(text)
    }
    return texts.joined(separator: "\n")
  }

  private struct Address: Hashable {
    var kind: ChannelKind
    var text: String
  }
}

extension Delivery {
  /// Whether a person may be in danger: nothing ever holds such a message back.
  public var isAlarm: Bool { priority <= .missedCheckIn }

  /// A drill states that it is one; a real message must not.
  fileprivate var mayBeBundled: Bool { !isAlarm && !isDrill }
}
