import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// States in which a page must not say more than is known.
extension Samples {
  static func lateAlone(_ state: inout MainTabFeature.State) {
    late(&state)
    withoutResponders(&state)
  }

  /// An alert of a person without responders.
  static func alone(_ kind: Alert.Kind) -> AppFeature.State {
    var state = app(
      changed(.checkIn) {
        lateAlone(&$0)
        if kind == .manual { alarmed(&$0) }
      })
    state.user.userData?.alarms = [
      AlarmData(
        id: "9005", kind: kind, startedAt: ago(2), isUnanswered: true, nextCallAt: ago(-13))
    ]
    return state
  }

  /// An alert of a person whose responders no message can reach.
  static var unreached: AppFeature.State {
    var state = app(changed(.checkIn, alarmed))
    state.user.userData?.alarms = [
      AlarmData(
        id: "9005", kind: .manual, startedAt: ago(2), isUnanswered: true, isUnreachable: true,
        nextCallAt: ago(-13))
    ]
    return state
  }

  static func duress(_ state: inout MainTabFeature.State) {
    withoutDependents(&state)
    for person in [underDuress, tomas, june] { state.contacts.contacts[id: person.id] = person }
  }

  static var underDuress: ContactData {
    ContactData(
      id: "3004", name: "Ravi Nair", phoneNumber: "+12125550151", isDependent: true,
      lastCheckedIn: ago(300), checkInInterval: 86_400,
      alarms: [AlarmData(id: "9006", kind: .duress, startedAt: ago(3), toldCount: 2)])
  }
}
