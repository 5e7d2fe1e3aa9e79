import Composable
import Foundation
import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

/// The live values of every client, in process: the engine asked with one browser's identity.
///
/// The identity is read at each call, never captured, so that a store outlives a sign-in and a
/// sign-out and can act for nobody else.
struct SessionClients: Sendable {
  let engine: Engine
  let session: BrowserSession
  let sessions: BrowserSessions
  /// Whether an access token asks, which is not a device that somebody else may hold.
  var isProgram = false
  /// Where what needs a proof waits for it; nil where the refusal is the answer.
  var gate: ProofGate?

  /// Makes these the clients of a store.
  func install(in values: inout DependencyValues) {
    values.authClient = auth
    values.userClient = user
    values.contactClient = contacts
    values.checkInClient = checkIn
    values.travelClient = travel
    values.alertClient = alert
    values.alarmClient = alarm
    values.pingClient = ping
    values.notificationClient = notification
    values.preferencesClient = preferences
    values.qrCodeClient = qrCode
    values.storageClient = storage
    values.imageClient = .checking
    values.settingsClient = SettingsClient(user)
    values.activityClient = activity
    values.timelineClient = timeline
    values.thingClient = things
    values.accessTokenClient = accessTokens
    values.checkInCodesClient = checkInCodes
    values.channelClient = channels
    values.sessionListClient = sessionList
    values.proofClient = proof
    values.passkeyClient = passkeys
    // The page's links are the browser's to follow.
    values.linkClient = .none
    values.hapticClient = .none
    values.networkClient = .none
  }

  /// Who is asking.
  /// - Throws: ``Refusal/notSignedIn`` for a visitor.
  func person() throws -> Person.ID {
    guard let person = session.identity.person else { throw Refusal.notSignedIn }
    return person
  }

  /// Who is asking, as the engine knows them.
  /// - Throws: ``Refusal/notSignedIn`` for a visitor.
  func actor() throws -> Actor {
    guard case .member(let person, let id) = session.identity else { throw Refusal.notSignedIn }
    return isProgram ? .person(person) : .session(id, of: person)
  }

  /// What one command in the person's name came to, after the proof it may need.
  func outcome(of command: Command) async throws -> Outcome {
    try await proving { try await engine.perform(command, by: actor()) }
  }

  /// One command in the person's name, whatever it came to.
  func perform(_ command: Command) async throws {
    _ = try await outcome(of: command)
  }

  /// Ends the page's stay at once when its session was ended from another device.
  /// - Throws: ``Refusal/notSignedIn`` then.
  func endIfRevoked() async throws {
    guard case .member(let person, let id) = session.identity else { return }
    guard try await !engine.sessions(of: person).contains(where: { $0.id == id }) else { return }
    session.become(.visitor)
    throw Refusal.notSignedIn
  }

  /// What the person sees, now and after every change of `topics`. Empty for a visitor.
  func following<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable (Person.ID) async throws -> Value
  ) -> AsyncStream<Value> {
    following(topics) { person, _ in try await read(person) }
  }

  /// - Parameter read: is told what has changed; nothing, the first time.
  func following<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable (Person.ID, ChangeSet) async throws -> Value
  ) -> AsyncStream<Value> {
    guard let person = session.identity.person else { return AsyncStream { $0.finish() } }
    let feed = session.feed(
      of: person,
      // 2, 4, 8 … 32 seconds: soon at first, bearable when thousands of pages wait for one ledger.
      pause: { [clock = engine.clock] failures in
        let seconds = Double(1 << min(failures, 5))
        try await clock.sleep(until: clock.now + seconds)
      },
      changes: { [engine] in engine.changes(for: person) })
    return feed.values(topics) { changes in try await read(person, changes) }
  }
}
