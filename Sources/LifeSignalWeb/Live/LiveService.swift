public import ServiceLifecycle

/// Keeps the live pages beating, and ends them when the process must stop.
///
/// Belongs after the HTTP server in a service group, so that it stops first: the server waits for
/// its responses, and streams do not end by themselves.
public struct LiveService: Service {
  let pages: LivePages

  public func run() async throws {
    await cancelWhenGracefulShutdown { await pages.run() }
    await pages.shutdown()
  }
}
