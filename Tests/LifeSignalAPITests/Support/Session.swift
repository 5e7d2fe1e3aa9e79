import Composable
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization

/// One person's app: a real store, whatever its clients are, and what its requests came to.
final class Session: Sendable {
  let world: SmallWorld
  let store: StoreOf<AppFeature>
  private let install: @Sendable (inout DependencyValues) -> Void
  private let outcomes: Outcomes

  init(_ world: SmallWorld, install: @escaping @Sendable (inout DependencyValues) -> Void) {
    self.world = world
    self.install = { [clock = world.clock] values in
      values.context = .live
      install(&values)
      values.date = DateGenerator { clock.now }
      values.continuousClock = InstantClock()
    }
    let outcomes = Outcomes()
    self.outcomes = outcomes
    store = Store(initialState: AppFeature.State()) {
      Recording(outcomes: outcomes)
    } withDependencies: { [install = self.install] in
      install(&$0)
    }
  }

  var transcript: [String] { outcomes.all }

  func note(_ words: String) { outcomes.note(words) }

  /// A store of one more feature with the same clients.
  func sheet() -> StoreOf<AddContactFeature> {
    Store(initialState: AddContactFeature.State(isResponder: true)) {
      AddContactFeature()
    } withDependencies: { [install] in
      install(&$0)
    }
  }

  /// What the store's clients are, for what no action asks of them.
  var clients: DependencyValues {
    var values = DependencyValues()
    install(&values)
    return values
  }

  /// Returns when the state is so; a test's time limit ends a wait that is in vain.
  func until(_ isSo: @Sendable @escaping (AppFeature.State) -> Bool) async {
    for await state in store.changes(of: \.self) where isSo(state) { return }
  }

  /// Waits until the store shows exactly what the server has for its person, then notes all of it.
  func settle(_ step: String) async throws {
    guard let person = store.state.user.userData?.id else { return }
    let engine = world.engine
    let user = try await engine.user(person)
    let contacts = try await engine.answer(GetContacts(), to: Member(person)).items
    let pings = try await engine.answer(GetPings(), to: Member(person))
    let notifications = try await engine.notifications(of: person)
    await until { state in
      state.user.userData == user && Array(state.contacts.contacts) == contacts
        && Set(state.ping.pendingPings.map(\.description)) == Set(pings.pending.map(\.description))
        && Set(state.ping.pingHistory.map(\.description)) == Set(pings.history.map(\.description))
        && state.notification.notifications.map(\.description)
          == notifications.sorted { ($0.timestamp, $0.id) > ($1.timestamp, $1.id) }
          .map(\.description)
    }
    let state = store.state
    note(
      """
      \(step): \(state.contacts.contacts.map { "\($0)" }) \(state.ping.pendingPings) \
      \(state.notification.unreadCount) \(String(describing: state.user.userData))
      """)
  }
}

extension PingData {
  fileprivate var description: String { "\(id) \(status) \(timestamp)" }
}

extension NotificationData {
  fileprivate var description: String { "\(id) \(title.english) \(isRead)" }
}

/// What requests came to, in order, without the news that come by themselves.
final class Outcomes: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The app, and beside it a record of the outcomes of its requests.
private struct Recording: Reducer {
  let outcomes: Outcomes

  var body: some ReducerOf<AppFeature> {
    Reduce { _, action in
      let line = "\(action)"
      let isOutcome = ["Response(", "Succeeded", "Failed", "failure("]
        .contains { line.contains($0) }
      // The person's own record is read again when something else has changed it, sooner or later;
      // the end of the account reaches the page by its answer or by the end of the session,
      // whichever is first, and the page that would have had the other is gone.
      let isEnd = line.contains("deleteResponse(") && !line.contains("failure(")
      if isOutcome, !isEnd, !line.contains("loadUserDataResponse") { outcomes.note(line) }
      return .none
    }
    AppFeature()
  }
}

/// Every sleep is over at once; what takes a second on a screen takes none here.
private struct InstantClock: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    await Task.yield()
  }
}
