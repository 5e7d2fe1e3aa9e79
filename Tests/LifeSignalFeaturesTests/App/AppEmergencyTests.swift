import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// An alert of a person one watches over, on every tab.
@Suite(.timeLimit(.minutes(1))) struct `An alert that opens by itself` {
  private let scene = AppScene()
  private let seen = AsyncStream.makeStream(of: AlertRecord.ID.self)

  private func alarm(
    _ id: AlertRecord.ID, _ kind: Alert.Kind = .missedCheckIn, holder: Person.ID? = nil,
    after seconds: TimeInterval = 0
  ) -> AlarmData {
    AlarmData(
      id: id, kind: kind, startedAt: Sample.now + seconds, holder: holder, toldCount: 2)
  }

  private func contact(
    _ alarms: AlarmData..., change: (inout ContactData) -> Void = { _ in }
  ) -> ContactData {
    var contact = Sample.dependent
    contact.alarms = alarms
    change(&contact)
    return contact
  }

  private func signedIn() async -> TestStoreOf<AppFeature> {
    let store = await scene.signedIn {
      $0.alarmClient.alarmStream = { _ in AsyncStream.makeStream(of: AlarmDetails?.self).stream }
      $0.alarmClient.getAlarm = { [seen] id in
        seen.continuation.yield(id)
        throw Refusal.alarmNotFound
      }
    }
    store.exhaustivity = .off
    return store
  }

  private func show(_ contacts: ContactData..., in store: TestStoreOf<AppFeature>) async {
    await store.send(.contacts(.contactsUpdated(contacts)))
    await store.skipReceivedActions(strict: false)
  }

  private func putAside(_ store: TestStoreOf<AppFeature>) async {
    await store.send(.alarm(.presented(.doneButtonTapped)))
    await store.receive(\.alarm.presented.delegate.dismissed)
    await store.skipReceivedActions(strict: false)
  }

  @Test func `it is seen by a person only when they put it aside, and stays aside then`() async {
    let store = await signedIn()
    await show(contact(alarm("70")), in: store)
    #expect(store.state.alarm?.id == "70" && store.state.alarm?.isUnasked == true)
    #expect(store.state.deepLink?.path == "/check-in", "a reload must not note it as seen either")
    await putAside(store)
    var ids = seen.stream.makeAsyncIterator()
    #expect(await ids.next() == "70")
    #expect(store.state.alarm == nil)
    await show(contact(alarm("70")), in: store)
    #expect(store.state.alarm == nil && store.state.emergencies.map(\.id) == ["70"])
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `a new one opens, and one that is shown stays under the finger`() async {
    let store = await signedIn()
    await show(contact(alarm("70")), in: store)
    await show(contact(alarm("70"), alarm("71", .manual)), in: store)
    #expect(store.state.alarm?.id == "70")
    await putAside(store)
    #expect(store.state.alarm?.id == "71")
    await putAside(store)
    await show(contact(alarm("70"), alarm("71", .manual), alarm("72", after: 1)), in: store)
    #expect(store.state.alarm?.id == "72")
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `an unanswered one comes first, then a call for help, then the oldest`() async {
    let contacts = [
      contact(
        alarm("1", .manual, holder: "9"), alarm("2", after: 5), alarm("3"), alarm("4", .duress))
    ]
    #expect(contacts.emergencies.map(\.id) == ["4", "3", "2", "1"])
    let store = await signedIn()
    await show(contacts[0], in: store)
    #expect(store.state.alarm?.id == "4")
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `one that is mine, or that I muted, does not open`() async {
    let store = await signedIn()
    await show(contact(alarm("70", holder: Sample.user.id)), in: store)
    #expect(store.state.alarm == nil)
    await show(contact(alarm("71")) { $0.notifyOnExpiry = false }, in: store)
    #expect(store.state.alarm == nil)
    // Everyone else was contacted in vain.
    var unanswered = alarm("71")
    unanswered.isUnanswered = true
    await show(contact(unanswered) { $0.notifyOnExpiry = false }, in: store)
    #expect(store.state.alarm?.id == "71")
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `nothing covers the page of a person who needs help themselves`() async {
    let store = await signedIn()
    var user = Sample.user
    user.alarms = [alarm("60")]
    await store.send(.user(.userUpdated(user)))
    await show(contact(alarm("70")), in: store)
    #expect(store.state.alarm == nil)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `opened by the person, it is noted as seen and has an address`() async {
    let store = await signedIn()
    await show(contact(alarm("70")), in: store)
    await store.send(.openAlarm("70"))
    await store.receive(\.alarm.presented.onAppear)
    var ids = seen.stream.makeAsyncIterator()
    #expect(await ids.next() == "70")
    #expect(store.state.deepLink?.path == "/alarms/70")
    await store.cancelInFlightEffects(strict: false)
  }
}
