public import Composable
public import Foundation
public import Hummingbird
import Logging
public import ManyTimersFeatures
import NIOCore
import ServiceLifecycle
import UnixSignals

/// Serves one of the two apps to the browsers of this machine.
public struct WebApp: Sendable {
  private let site: any Site
  private let files: PublicFiles

  /// - Throws: when the module's files are missing.
  public init(_ store: StoreOf<Shoebox>) throws {
    site = ShoeboxSite(store)
    files = try PublicFiles()
  }

  /// - Parameter folder: whose documents are offered, and where new ones are made.
  /// - Throws: when the module's files are missing.
  public init(_ documents: OpenDocuments, folder: URL) throws {
    site = DocumentsSite(documents, folder: folder)
    files = try PublicFiles()
  }

  /// Why the server could not start.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Serves on the loopback address until SIGINT or SIGTERM.
  ///
  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - announce: is given the address once it answers.
  /// - Throws: ``Failure`` when the port is taken.
  public func run(port: Int, announce: @escaping @Sendable (String) -> Void) async throws {
    var logger = Logger(label: "manytimers")
    logger.logLevel = .warning
    let server = Application(
      router: router(),
      configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: nil),
      onServerRunning: { channel in
        announce("http://127.0.0.1:\(channel.localAddress?.port ?? port)/")
      },
      logger: logger)
    // Stopped in reverse: the server waits for its responses, and streams do not end by themselves.
    let group = ServiceGroup(
      configuration: .init(
        services: [server, Streams(site: site)], gracefulShutdownSignals: [.sigint, .sigterm],
        logger: logger))
    do {
      try await group.run()
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw Failure(description: "Cannot listen on port \(port): \(reason). Try another --port.")
    }
  }

  /// All routes behind their guards.
  public func router() -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self)
    router.add(middleware: Guards())
    files.add(to: router)
    LiveRoutes(site: site).add(to: router)
    site.add(to: router)
    return router
  }

  private struct Streams: Service {
    let site: any Site

    func run() async throws {
      await cancelWhenGracefulShutdown { await site.run() }
      await site.shutdown()
    }
  }
}
