import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ChannelsFeatureTests {
  private static let sms = ChannelData(
    id: "81", kind: .sms, address: "+12125550142", createdAt: Sample.now)
  private static let list = ChannelList(channels: [sms], offered: [.email, .sms])

  private func makeStore(
    _ change: (inout ChannelsFeature.State) -> Void = { $0.list = list },
    _ clients: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ChannelsFeature> {
    var state = ChannelsFeature.State()
    change(&state)
    return TestStore(initialState: state) {
      ChannelsFeature()
    } withDependencies: {
      clients(&$0)
    }
  }

  @Test func `the list is loaded once`() async {
    let store = makeStore {
      _ in
    } _: {
      $0.channelClient.getChannels = { Self.list }
      $0.channelClient.channelsStream = { .finished }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.send(.onAppear)
    await store.receive(\.listResponse) {
      $0.isLoading = false
      $0.list = Self.list
    }
    await store.send(.onAppear)
  }

  @Test func `a change is sent once, and a refusal is shown`() async {
    let store = makeStore {
      $0.list = Self.list
    } _: {
      $0.channelClient.setChannelOn = { _, _ in throw Refusal.lastChannel }
    }
    await store.send(.switchTapped("81", isOn: false)) { $0.isSaving = true }
    await store.receive(\.savedResponse) {
      $0.isSaving = false
      $0.error = .operationFailed(Refusal.lastChannel.phrase)
    }
    await store.send(.setError(nil)) { $0.error = nil }
  }

  @Test func `removing asks first`() async {
    let store = makeStore {
      $0.list = Self.list
    } _: {
      $0.channelClient.removeChannel = { #expect($0 == "81") }
    }
    await store.send(.removeTapped("81")) { $0.removing = Self.sms }
    await store.send(.removeCancelled) { $0.removing = nil }
    await store.send(.removeTapped("81")) { $0.removing = Self.sms }
    await store.send(.removeConfirmed) {
      $0.removing = nil
      $0.isSaving = true
    }
    await store.receive(\.savedResponse) { $0.isSaving = false }
  }

  @Test func `an address, a code to it, the code back`() async {
    let store = makeStore {
      $0.list = Self.list
    } _: {
      $0.channelClient.sendChannelCode = { kind, address in "\(kind.rawValue) \(address)" }
      $0.channelClient.verifyChannel = { code, id in
        #expect(code == "123-456" && id == "email a@example.org")
      }
    }
    await store.send(.addTapped) { $0.adding = .init(kind: .email) }
    await store.send(.sendCodeTapped)
    await store.send(.addressChanged("a@example.org")) { $0.adding?.address = "a@example.org" }
    await store.send(.sendCodeTapped) { $0.adding?.isSending = true }
    await store.receive(\.sendCodeResponse) {
      $0.adding?.isSending = false
      $0.adding?.verificationID = "email a@example.org"
    }
    await store.send(.codeChanged("12345x")) { $0.adding?.code = "123-45" }
    await store.send(.verifyCodeTapped)
    await store.send(.codeChanged("1234567")) { $0.adding?.code = "123-456" }
    await store.send(.verifyCodeTapped) { $0.adding?.isSending = true }
    await store.receive(\.verifyResponse) { $0.adding = nil }
  }

  @Test func `a problem of an address is shown beside it`() async {
    let store = makeStore {
      $0.list = Self.list
      $0.adding = .init(kind: .email, address: "x")
    } _: {
      $0.channelClient.sendChannelCode = { _, _ in throw Refusal.invalidEmailAddress }
    }
    await store.send(.sendCodeTapped) { $0.adding?.isSending = true }
    await store.receive(\.sendCodeResponse) {
      $0.adding?.isSending = false
      $0.adding?.problem = Refusal.invalidEmailAddress.phrase
    }
  }

  @Test func `quiet hours are saved as they are chosen`() async throws {
    let zone = try #require(Zone("Europe/Berlin"))
    let from = try #require(TimeOfDay("22:00"))
    let until = try #require(TimeOfDay("07:00"))
    let six = try #require(TimeOfDay("06:00"))
    let usual = QuietHours(from: from, until: until, zone: zone)
    let early = QuietHours(from: from, until: six, zone: zone)
    let store = makeStore {
      $0.list = Self.list
    } _: {
      $0.channelClient.setQuietHours = { #expect($0 == usual || $0 == early) }
    }
    await store.send(.quietUntilChanged("06:00"))
    await store.send(.quietHoursSwitched(isOn: true, zone)) {
      $0.isSaving = true
      $0.savingHours = .on(usual)
    }
    #expect(store.state.quietHours == usual)
    await store.receive(\.savedResponse) { $0.isSaving = false }
    var list = Self.list
    list.quietHours = usual
    let changed = list
    await store.send(.listUpdated(changed)) {
      $0.list = changed
      $0.savingHours = nil
    }
    await store.send(.quietUntilChanged("nonsense"))
    await store.send(.quietUntilChanged("06:00")) {
      $0.isSaving = true
      $0.savingHours = .on(early)
    }
    await store.receive(\.savedResponse) { $0.isSaving = false }
  }

  @Test func `an entry made while another change is in flight is saved after it`() async throws {
    let zone = try #require(Zone("Europe/Berlin"))
    let usual = QuietHours(
      from: try #require(TimeOfDay("22:00")), until: try #require(TimeOfDay("07:00")), zone: zone)
    let wanted = QuietHours(
      from: try #require(TimeOfDay("23:00")), until: try #require(TimeOfDay("06:00")), zone: zone)
    let store = makeStore {
      $0.list = Self.list
      $0.list?.quietHours = usual
      $0.isSaving = true
    } _: {
      $0.channelClient.setQuietHours = { #expect($0 == wanted) }
    }
    var late = usual
    late.from = wanted.from
    let first = late
    await store.send(.quietFromChanged("23:00")) { $0.nextHours = .on(first) }
    await store.send(.quietUntilChanged("06:00")) { $0.nextHours = .on(wanted) }
    #expect(store.state.quietHours == wanted)
    await store.send(.savedResponse(.success(Empty()))) {
      $0.nextHours = nil
      $0.savingHours = .on(wanted)
    }
    await store.receive(\.savedResponse) { $0.isSaving = false }
  }

  @Test func `quiet hours are switched off also while another change is on its way`() async throws {
    let zone = try #require(Zone("Europe/Berlin"))
    let usual = QuietHours(
      from: try #require(TimeOfDay("22:00")), until: try #require(TimeOfDay("07:00")), zone: zone)
    var late = usual
    late.from = try #require(TimeOfDay("23:00"))
    let later = late
    let store = makeStore {
      $0.list = Self.list
      $0.list?.quietHours = usual
      $0.isSaving = true
    } _: {
      $0.channelClient.setQuietHours = { #expect($0 == nil) }
    }
    await store.send(.quietFromChanged("23:00")) { $0.nextHours = .on(later) }
    await store.send(.quietHoursSwitched(isOn: false, zone)) { $0.nextHours = .off }
    #expect(store.state.quietHours == nil)
    await store.send(.savedResponse(.success(Empty()))) {
      $0.nextHours = nil
      $0.savingHours = .off
    }
    await store.receive(\.savedResponse) { $0.isSaving = false }
  }

  @Test func `a choice on top of a failed change is not saved with a later one`() async throws {
    let from = try #require(TimeOfDay("22:00"))
    let until = try #require(TimeOfDay("07:00"))
    let store = makeStore {
      $0.list = Self.list
      $0.isSaving = true
      $0.savingHours = .on(QuietHours(from: from, until: until, zone: .utc))
      $0.nextHours = .off
    }
    await store.send(.savedResponse(.failure(.networkError))) {
      $0.isSaving = false
      $0.savingHours = nil
      $0.nextHours = nil
      $0.error = .networkError
    }
  }
}
