import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ChecklistFeatureTests {
  private func makeStore(
    isChosen: Bool?, _ list: ChannelList?,
    _ change: (inout ChecklistFeature.State) -> Void = { _ in }
  ) -> TestStoreOf<ChecklistFeature> {
    var state = ChecklistFeature.State()
    change(&state)
    return TestStore(initialState: state) {
      ChecklistFeature()
    } withDependencies: {
      $0.preferencesClient.bool = { _ in isChosen }
      $0.channelClient.getChannels = {
        guard let list else { throw ChannelError() }
        return list
      }
    }
  }

  private struct ChannelError: Error {}

  private func list(
    _ kind: ChannelKind, _ state: ChannelData.State = .on, isAble: Bool = true
  ) -> ChannelList {
    ChannelList(channels: [
      ChannelData(
        id: "1", kind: kind, address: "", state: state, isAble: isAble, createdAt: Sample.now)
    ])
  }

  @Test func `a text message, an e-mail or a browser that is on reaches a person`() async {
    for kind in [ChannelKind.sms, .email, .webPush] {
      let store = makeStore(isChosen: nil, list(kind))
      await store.send(.onAppear)
      await store.receive(.loaded(isPlanChosen: false, isReached: true)) {
        $0.hasLoaded = true
        $0.isReached = true
      }
    }
  }

  @Test func `a channel that is off, unverified, unused here or only rings reaches no one`() async {
    for list in [
      list(.sms, .off), list(.email, .unverified), list(.webPush, .dead),
      list(.sms, isAble: false), list(.voice), ChannelList(),
    ] {
      let store = makeStore(isChosen: true, list)
      await store.send(.onAppear)
      await store.receive(.loaded(isPlanChosen: true, isReached: false)) {
        $0.hasLoaded = true
        $0.isPlanChosen = true
      }
    }
  }

  @Test func `without an answer nothing is claimed`() async {
    let store = makeStore(isChosen: true, nil)
    await store.send(.onAppear)
    await store.finish()
    #expect(!store.state.hasLoaded)
  }

  @Test func `once all is known and done nothing is asked again`() async {
    let store = makeStore(isChosen: nil, nil) {
      $0.hasLoaded = true
      $0.isPlanChosen = true
      $0.isReached = true
    }
    await store.send(.onAppear)
    await store.finish()
  }

  @Test func `a plan saved while the answer was on its way stays chosen`() async {
    let store = makeStore(isChosen: nil, list(.sms)) { $0.isPlanChosen = true }
    await store.send(.onAppear)
    await store.receive(.loaded(isPlanChosen: false, isReached: true)) {
      $0.hasLoaded = true
      $0.isReached = true
    }
  }

  @Test func `another plan than the first counts as chosen`() {
    var state = CheckInFeature.State()
    #expect(!state.isPlanChosen)
    state.checkInInterval = 28_800
    #expect(state.isPlanChosen)
  }
}
