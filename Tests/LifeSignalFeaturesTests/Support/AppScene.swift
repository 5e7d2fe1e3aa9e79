import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel

/// The whole app of one session, with a server fed by the test.
struct AppScene {
  let server = Server()

  func store(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      server.install(in: &$0)
      update(&$0)
    }
  }

  /// A signed-in person on the first tab, with these contacts; `AppFeatureTests` covers the way
  /// there.
  func signedIn(
    _ contacts: [ContactData] = [], _ update: (inout DependencyValues) -> Void = { _ in }
  ) async -> TestStoreOf<AppFeature> {
    let store = store(update)
    store.exhaustivity = .off
    await store.send(.appDidLaunch)
    await store.send(.authStateChanged(Sample.user))
    await store.send(.contacts(.contactsUpdated(contacts)))
    await store.skipReceivedActions(strict: false)
    store.exhaustivity = .on
    return store
  }
}
