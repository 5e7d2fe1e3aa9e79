import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ThingsFeatureTests {
  private static let kettle = ThingData(
    id: "1", settings: ThingSettings(name: "Kettle", kind: .plug), createdAt: Sample.now)
  private static let key = ThingKey(id: "2", token: "5f0c3a52-2d7e-4b1c-9a63-1b7f0e2c4d88")
  private static let berlin = Zone("Europe/Berlin")!

  private func makeStore(
    _ state: ThingsFeature.State = loaded, _ update: (inout ThingClient) -> Void = { _ in }
  ) -> TestStoreOf<ThingsFeature> {
    TestStore(initialState: state) {
      ThingsFeature()
    } withDependencies: {
      $0.thingClient.getThings = { ThingList(things: [Self.kettle]) }
      $0.thingClient.thingsStream = { .finished }
      update(&$0.thingClient)
    }
  }

  private static var loaded: ThingsFeature.State {
    var state = ThingsFeature.State()
    state.hasLoaded = true
    state.list = ThingList(things: [kettle])
    return state
  }

  @Test func `things are loaded`() async {
    let store = makeStore(ThingsFeature.State())
    await store.send(.onAppear)
    await store.receive(\.thingsResponse) {
      $0.hasLoaded = true
      $0.list = ThingList(things: [Self.kettle])
    }
  }

  @Test func `a new thing shows its address until it is put away`() async {
    let store = makeStore { $0.add = { _ in Self.key } }
    await store.send(.addButtonTapped) {
      $0.editor = .init(settings: ThingSettings(name: "", kind: .plug))
    }
    await store.send(.nameChanged("Door")) { $0.editor?.settings.name = "Door" }
    await store.send(.kindChosen(.door)) { $0.editor?.settings.kind = .door }
    await store.send(.saveButtonTapped) { $0.isBusy = true }
    await store.receive(\.added) {
      $0.isBusy = false
      $0.editor = nil
      $0.key = Self.key
    }
    await store.send(.placeReported(origin: "https://safe.example", zone: "Europe/Berlin")) {
      $0.origin = "https://safe.example"
      $0.browserZone = Self.berlin
    }
    #expect(store.state.address == "https://safe.example/ping/\(Self.key.token)")
    await store.send(.copied(true)) { $0.isCopied = true }
    await store.send(.copyNoticeDismissed) { $0.isCopied = nil }
    await store.send(.copied(false)) { $0.isCopied = false }
    await store.send(.keyDismissed) {
      $0.key = nil
      $0.isCopied = nil
    }
    // A report that arrives late confirms nothing.
    await store.send(.copied(true))
  }

  @Test func `one tap makes the link, and the page knows what the address is of`() async {
    let added = Calls<ThingSettings>()
    let store = makeStore {
      $0.add = {
        added.note($0)
        return Self.key
      }
    }
    await store.send(.linkButtonTapped) {
      $0.isBusy = true
      $0.isKeyOfLink = true
    }
    await store.receive(\.added) {
      $0.isBusy = false
      $0.key = Self.key
    }
    #expect(added.all.map(\.kind) == [.link])
    await store.send(.keyDismissed) { $0.key = nil }
    await store.send(.addButtonTapped) {
      $0.editor = .init(settings: ThingSettings(name: "", kind: .plug))
    }
    await store.send(.saveButtonTapped) {
      $0.isBusy = true
      $0.isKeyOfLink = false
    }
    await store.receive(\.added) {
      $0.isBusy = false
      $0.editor = nil
      $0.key = Self.key
    }
  }

  @Test func `a link stands apart from the things, and gets its new address as one`() async {
    let link = ThingData(
      id: "5", settings: ThingSettings(name: "Check-in link", kind: .link), createdAt: Sample.now)
    var state = Self.loaded
    state.list.things.append(link)
    #expect(state.link == link)
    #expect(state.things == [Self.kettle])
    state.editor = .init(id: "5", settings: link.settings)
    state.rotating = link
    let store = makeStore(state) { $0.rotate = { _ in Self.key } }
    await store.send(.rotateConfirmed) {
      $0.rotating = nil
      $0.isBusy = true
      $0.isKeyOfLink = true
    }
    await store.receive(\.added) {
      $0.isBusy = false
      $0.editor = nil
      $0.key = Self.key
    }
  }

  @Test func `a time of day is meant by the browser's clocks`() async {
    let rules = Calls<EvidenceRule>()
    var state = Self.loaded
    state.browserZone = Self.berlin
    let store = makeStore(state) {
      $0.setRule = { rules.note($0) }
      $0.edit = { _, _ in }
    }
    await store.send(.thingTapped("1")) {
      $0.editor = .init(id: "1", settings: Self.kettle.settings)
    }
    await store.send(.beforeChanged("10:00")) {
      $0.editor?.settings.before = TimeOfDay("10:00")
    }
    await store.send(.saveButtonTapped) { $0.isBusy = true }
    await store.receive(\.edited) {
      $0.isBusy = false
      $0.editor = nil
    }
    #expect(rules.all == [EvidenceRule(match: .any, zone: Self.berlin)])
  }

  @Test func `a device stays as it was when its new times are not confirmed`() async {
    let edited = Calls<Thing.ID>()
    var state = Self.loaded
    state.browserZone = Self.berlin
    state.editor = .init(id: "1", settings: Self.kettle.settings)
    state.editor?.settings.before = TimeOfDay("10:00")
    let store = makeStore(state) {
      $0.setRule = { _ in throw CancellationError() }
      $0.edit = { id, _ in edited.note(id) }
    }
    await store.send(.saveButtonTapped) { $0.isBusy = true }
    await store.receive(.requestCancelled) { $0.isBusy = false }
    #expect(edited.all.isEmpty && store.state.editor != nil)
  }

  @Test func `a new address is made after a second word`() async {
    let rotated = Calls<Thing.ID>()
    let key = ThingKey(id: "1", token: "new")
    let store = makeStore {
      $0.rotate = {
        rotated.note($0)
        return key
      }
    }
    await store.send(.thingTapped("1")) {
      $0.editor = .init(id: "1", settings: Self.kettle.settings)
    }
    await store.send(.rotateButtonTapped) { $0.rotating = Self.kettle }
    await store.send(.rotateCancelled) { $0.rotating = nil }
    await store.send(.rotateConfirmed)
    #expect(rotated.all == [])
    await store.send(.rotateButtonTapped) { $0.rotating = Self.kettle }
    await store.send(.rotateConfirmed) {
      $0.rotating = nil
      $0.isBusy = true
    }
    await store.receive(\.added) {
      $0.isBusy = false
      $0.editor = nil
      $0.key = key
    }
    #expect(rotated.all == ["1"])
  }

  @Test func `a thing is removed after a second word`() async {
    let removed = Calls<Thing.ID>()
    let store = makeStore { $0.remove = { removed.note($0) } }
    await store.send(.thingTapped("1")) {
      $0.editor = .init(id: "1", settings: Self.kettle.settings)
    }
    await store.send(.removeButtonTapped) { $0.removing = Self.kettle }
    #expect(removed.all == [])
    await store.send(.removeConfirmed) {
      $0.removing = nil
      $0.isBusy = true
    }
    await store.receive(\.edited) {
      $0.isBusy = false
      $0.editor = nil
    }
    #expect(removed.all == ["1"])
  }

  @Test func `a refused name is shown, and what was typed stays`() async {
    let store = makeStore { $0.add = { _ in throw Refusal.invalidThingName } }
    await store.send(.addButtonTapped) {
      $0.editor = .init(settings: ThingSettings(name: "", kind: .plug))
    }
    await store.send(.saveButtonTapped) { $0.isBusy = true }
    await store.receive(\.added) {
      $0.isBusy = false
      $0.error = UserFacingError.from(Refusal.invalidThingName)
    }
    #expect(store.state.editor != nil)
  }
}
