public import Hummingbird
import NIOCore

/// The values that travel with one request through middleware and routes.
public struct WebContext: RequestContext {
  public var coreContext: CoreRequestContextStorage

  /// Where the connection comes from; ``ClientAddress/unknown`` in tests without a socket.
  public let peer: ClientAddress

  /// The channel of the answer, for streams that push.
  let channel: any Channel

  public init(source: ApplicationRequestContextSource) {
    self.coreContext = CoreRequestContextStorage(source: source)
    self.channel = source.channel
    self.peer = ClientAddress(source.channel.remoteAddress)
  }
}
