public import LifeSignalEngine

/// Refuses everything sent by a way that is not set up any more, so that the next channel follows at
/// once: without a courier the message would wait for one, and with it everybody who is called by it.
public struct NoCarrier: Courier {
  private let name: String

  /// - Parameter name: of the way, for the reason.
  public init(of name: String) {
    self.name = name
  }

  public func deliver(_ message: CourierMessage) async throws {
    throw CourierFailure.rejected("\(name): not set up")
  }
}
