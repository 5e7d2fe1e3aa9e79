/// Reads of messages and how far they have come.
public protocol DeliveryReads {
  /// Those that cannot be read are left out.
  func deliveries(of person: Person.ID, limit: Int) throws -> [Delivery]
  /// Messages about this alert, any order.
  func deliveries(about alert: AlertRecord.ID) throws -> [Delivery]
  /// Those of them to this person.
  func deliveries(about alert: AlertRecord.ID, to person: Person.ID) throws -> [Delivery]
  /// Messages of this entry of a person's centre, any order.
  func deliveries(of notification: NotificationData.ID) throws -> [Delivery]
  func delivery(receiptToken: String) throws -> Delivery?
  func delivery(_ id: Delivery.ID) throws -> Delivery?
  func deadLetter(_ id: Delivery.ID) throws -> DeadLetter?
}

extension DeliveryReads {
  /// The newest messages to one person's own channels: more than a week brings.
  public func newestDeliveries(of person: Person.ID) throws -> [Delivery] {
    try deliveries(of: person, limit: 200)
  }
}
