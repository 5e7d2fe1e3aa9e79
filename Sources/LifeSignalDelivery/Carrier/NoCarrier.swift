public import LifeSignalEngine

/// Refuses everything for a channel that is no longer set up, so that the next channel follows
/// immediately: without a courier the message would wait for one, and everyone who is called by it
/// would wait too.
public struct NoCarrier: Courier {
  private let name: String

  /// - Parameter name: of the channel, for the reason.
  public init(of name: String) {
    self.name = name
  }

  public func deliver(_ message: CourierMessage) async throws {
    throw CourierFailure.rejected("\(name): not set up")
  }
}
