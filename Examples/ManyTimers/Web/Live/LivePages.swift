import Composable
import ComposableHTML
import Foundation

/// Live pages of one kind. All browsers that look at one share its store, and leaving it changes
/// nothing: timers run whether somebody looks or not.
final class LivePages<Key: Hashable & Sendable, State: Sendable, Action: Sendable>: Sendable {
  private let registry: LiveSessionRegistry<Key, State, Action, Never>
  private let make: @Sendable (LiveSession<State, Action>) -> LivePage

  init(
    view: @escaping @Sendable (State, ActionSender<Action>) -> some HTML,
    store: @escaping @Sendable (Key) -> Store<State, Action>
  ) {
    registry = LiveSessionRegistry(
      view: LiveView { state, _, send in view(state, send) },
      settings: LiveSettings(survival: .infinity), snapshot: { _ in nil },
      store: { key, _ in store(key) })
    make = { LivePage($0, content: view) }
  }

  func page(_ key: Key) -> LivePage { make(registry.session(key)) }

  /// Ends the page and the effects of its store.
  func close(_ key: Key) { registry.remove(key) }

  /// Keeps quiet streams alive until the task is cancelled.
  func run() async { await registry.run() }

  func shutdown() async { await registry.shutdown() }
}
