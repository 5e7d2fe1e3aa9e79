import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  /// A kettle that has spoken, a door that must in the morning, a script that reports a problem, and a
  /// phone that is off.
  static var things: ThingsFeature.State {
    var state = ThingsFeature.State()
    state.hasLoaded = true
    state.origin = "https://safe.example"
    state.list = ThingList(
      things: [
        ThingData(
          id: "1", settings: ThingSettings(name: "Kettle", kind: .plug), createdAt: ago(9_000),
          heardAt: ago(12)),
        ThingData(
          id: "2",
          settings: ThingSettings(name: "Front door", kind: .door, before: TimeOfDay("10:00")),
          createdAt: ago(9_000)),
        ThingData(
          id: "3", settings: ThingSettings(name: "Backup", kind: .computer, counts: false),
          createdAt: ago(9_000), heardAt: ago(150), isFailing: true),
        ThingData(
          id: "4", settings: ThingSettings(name: "Old phone", kind: .phone, isOn: false),
          createdAt: ago(9_000), heardAt: ago(4_000)),
      ],
      rule: EvidenceRule(match: .all, zone: .utc))
    return state
  }

  static var noThings: ThingsFeature.State {
    var state = ThingsFeature.State()
    state.hasLoaded = true
    return state
  }

  static var editedThing: ThingsFeature.State {
    var state = things
    state.editor = .init(id: "2", settings: state.list.things[1].settings)
    return state
  }

  static var rotatingThing: ThingsFeature.State {
    var state = editedThing
    state.rotating = state.list.things[1]
    return state
  }

  /// With the person's own link, which a shortcut has called.
  static var thingsWithLink: ThingsFeature.State {
    var state = things
    state.list.things.append(
      ThingData(
        id: "5", settings: ThingSettings(name: "Check-in link", kind: .link),
        createdAt: ago(9_000), heardAt: ago(40)))
    return state
  }

  static var editedLink: ThingsFeature.State {
    var state = thingsWithLink
    state.editor = .init(id: "5", settings: state.list.things[4].settings)
    return state
  }

  static var linkAddress: ThingsFeature.State {
    var state = thingsWithLink
    state.isKeyOfLink = true
    state.key = ThingKey(id: "5", token: "5f0c3a52-2d7e-4b1c-9a63-1b7f0e2c4d88")
    return state
  }

  static var thingAddress: ThingsFeature.State {
    var state = things
    state.key = ThingKey(id: "1", token: "5f0c3a52-2d7e-4b1c-9a63-1b7f0e2c4d88")
    return state
  }
}
