import Composable
public import LifeSignalModel

extension AppFeature.State {
  /// Open alerts of the people this person watches over, the most urgent first.
  public var emergencies: [Emergency] { contacts.contacts.emergencies }

  /// Someone who has called for help, or is late, needs their own page first.
  fileprivate var hasOwnAlarm: Bool {
    mainTab?.alert.isAlertActive == true || user.userData?.alarms.isEmpty == false
  }
}

/// An alert of a person one watches over opens by itself, on every tab, until it is answered or put aside.
extension AppFeature {
  func show(
    _ id: AlertRecord.ID, isUnasked: Bool, _ state: inout State
  ) -> Effect<Action> {
    state.alarm = .init(id: id, me: state.user.userData?.id, isUnasked: isUnasked)
    return .send(.alarm(.presented(.onAppear)))
  }

  /// Opens the first alert that waits for this person and was not put aside. One that is shown stays: a button
  /// must not change under a finger.
  func showEmergency(_ state: inout State) -> Effect<Action> {
    guard state.mainTab != nil else { return .none }
    let emergencies = state.emergencies
    state.asideAlarms.formIntersection(emergencies.map(\.id))
    guard state.alarm == nil, !state.hasOwnAlarm else { return .none }
    let me = state.user.userData?.id
    let next = emergencies.first { $0.waits(for: me) && !state.asideAlarms.contains($0.id) }
    return next.map { show($0.id, isUnasked: true, &state) } ?? .none
  }

  /// A person who puts an alert aside has seen it.
  func putAside(_ state: inout State) -> Effect<Action> {
    guard let alarm = state.alarm else { return .none }
    state.alarm = nil
    state.asideAlarms.insert(alarm.id)
    let seen: Effect<Action> =
      alarm.isUnasked && !alarm.isOver
      ? .run { [alarmClient] _ in _ = try? await alarmClient.getAlarm(alarm.id) } : .none
    return .merge(seen, showEmergency(&state))
  }
}
