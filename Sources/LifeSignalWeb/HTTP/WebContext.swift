public import Hummingbird
import NIOCore

/// What travels with one request through middleware and routes.
public struct WebContext: RequestContext {
  public var coreContext: CoreRequestContextStorage

  /// Where the connection comes from; ``ClientAddress/unknown`` in tests without a socket.
  public let peer: ClientAddress

  public init(source: ApplicationRequestContextSource) {
    self.coreContext = CoreRequestContextStorage(source: source)
    self.peer = ClientAddress(source.channel.remoteAddress)
  }
}
