import ComposableHTML
import LifeSignalModel

/// Shown for an alert that contacts no one, with help that does not need us. It comes before everything
/// else on the page: the reader may have no time to scroll.
struct NoOneContacted: HTML {
  let id: String
  /// Whether the person has responders by now.
  let hasResponders: Bool
  let emergency: EmergencyNumber

  var body: some HTML {
    div(id: id, .class("no-one"), .announce("No one is being contacted" as Phrase)) {
      div(.class("no-one-words")) {
        Icon(.alert, .large)
        div(.class("grow")) {
          b { "No one is being contacted" }
          p {
            hasResponders
              ? "We haven’t reached out to your responders yet. Call for help yourself."
              : "You have no responders. Call for help yourself."
          }
        }
      }
      EmergencyCall(id: "\(id)-call", emergency: emergency)
    }
  }
}

/// Calls the emergency services of the person's region.
struct EmergencyCall: HTML {
  let id: String
  let emergency: EmergencyNumber

  var body: some HTML {
    a(id: id, .href("tel:\(emergency.digits)"), .class("button danger wide")) {
      Icon(.phone, .small)
      Phrase("Call \(emergency.digits)")
    }
  }
}
