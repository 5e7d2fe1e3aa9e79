import ArgumentParser
import AsyncHTTPClient
import Foundation
import LifeSignalAPI
import LifeSignalModel
import NIOCore

/// The options of every command for a person: the server, and the output's format.
struct ClientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server's address. (default: LIFESIGNAL_SERVER, else where you signed in)",
      valueName: "url"))
  var server: String?

  @Flag(help: "Write JSON, for other programs.")
  var json = false
}

/// A command's way to the server.
struct Client: Sendable {
  let server: URL
  let clients: HTTPClients
  let file: CredentialsFile
  let json: Bool
  /// Whether the credential is in ``file``, and not in the environment.
  var isSignedInByFile = true

  var connection: APIConnection { clients.connection }
}

extension ClientOptions {
  /// Runs one command, and turns a failure into one line and one exit code.
  func run(
    needsSignIn: Bool = true, _ body: (Client) async throws -> Void
  ) async throws {
    do {
      let http = HTTPClient(configuration: .forCommands)
      let result: Result<Void, any Error>
      do {
        let client = try client(over: http)
        if needsSignIn, client.connection.session.credential == nil {
          throw Refusal.notSignedIn
        }
        result = .success(try await body(client))
      } catch {
        result = .failure(error)
      }
      try? await http.shutdown()
      try result.get()
    } catch {
      guard let failure = ClientFailure(error) else { throw error }
      complain(failure.words)
      throw ExitCode(failure.code.rawValue)
    }
  }

  private func client(over http: HTTPClient) throws -> Client {
    let environment = ProcessInfo.processInfo.environment
    let file = CredentialsFile(environment: environment)
    let stored = file.load()
    let server = try (server ?? environment["LIFESIGNAL_SERVER"]).map { try Self.address($0) }
    guard let server = server ?? stored?.server else {
      throw ClientFailure(
        .usage, "Which server? Please add --server, for example https://lifesignal.example.")
    }
    // A token goes only to the server that issued it.
    let credential = stored.flatMap { $0.server == server ? $0.credential : nil }
    let session: APISession
    let given = environment["LIFESIGNAL_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    if let token = given {
      session = APISession(APICredential(token: token, person: "", session: ""))
    } else {
      session = APISession(credential) { credential in
        do {
          try file.save(credential.map { .init(server: server, credential: $0) })
        } catch {
          complain("The credentials cannot be kept in \(file.path).")
        }
      }
    }
    guard
      let connection = APIConnection(
        server: server, transport: .live(http), session: session,
        agent: "LifeSignal command line")
    else { throw ClientFailure(.usage, "This is no address of a server.") }
    return Client(
      server: server, clients: HTTPClients(connection), file: file, json: json,
      isSignedInByFile: given == nil)
  }

  /// Scheme, host and port. Without TLS only on this machine: a token could be stolen on the way.
  static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty
    else {
      throw ClientFailure(.usage, "\(text) is no address; try https://lifesignal.example.")
    }
    let isHere = ["localhost", "127.0.0.1"].contains(host)
    guard scheme == "https" || isHere else {
      throw ClientFailure(.usage, "Please use https: without it others could read your token.")
    }
    var parts = URLComponents()
    parts.scheme = scheme
    parts.host = host
    parts.port = url.port
    guard let address = parts.url else {
      throw ClientFailure(.usage, "\(text) is no address; try https://lifesignal.example.")
    }
    return address
  }
}

extension HTTPClient.Configuration {
  /// Gives up immediately if nothing listens, after a silent minute, and instead of following
  /// redirects.
  fileprivate static var forCommands: Self {
    var configuration = Self()
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.timeout.read = .minutes(1)
    configuration.redirectConfiguration = .disallow
    return configuration
  }
}

extension Client {
  /// The same server, with another session.
  func asking(with session: APISession) throws -> Client {
    guard
      let other = APIConnection(
        server: server, transport: connection.transport, session: session,
        agent: connection.agent)
    else { throw ClientFailure(.usage, "This is no address of a server.") }
    return Client(server: server, clients: HTTPClients(other), file: file, json: json)
  }
}
