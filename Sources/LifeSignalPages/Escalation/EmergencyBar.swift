import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Above every page while a person whom the viewer watches over has an open alert: leads back to the most
/// urgent one.
struct EmergencyBar: HTML {
  let emergencies: [Emergency]
  let viewer: Person.ID?
  let open: (AlertRecord.ID) -> Handler<Void>

  var body: some HTML {
    if let first = emergencies.first {
      section(
        id: "emergency-bar", .class("emergency-bar"),
        .class("duress", when: first.contact.duressAlert != nil),
        .aria("label", "Open alerts" as Phrase), .announce(first.heading)
      ) {
        button(id: "emergency-bar-open", .type(.button), .class("emergency-bar-open")) {
          Icon(.alert)
          span(.class("grow")) {
            b { first.heading }
            small { first.alarm.reachWords(for: viewer) }
            if emergencies.count > 1 {
              small {
                Phrase.counting(
                  emergencies.count - 1, one: "\(emergencies.count - 1) more alert",
                  other: "\(emergencies.count - 1) more alerts")
              }
            }
          }
        }
        .on(.click, open(first.id))
      }
    }
  }
}
