import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// An open alert, in one line, with the link to it.
struct OpenAlarmCard: HTML {
  let alarm: AlarmData
  /// The button's text: to answer it, or to see who knows.
  let words: Phrase
  /// On the person's own page checking in matters most.
  var isOwn = false
  var hasResponders = true
  var viewer: Person.ID?
  let open: Handler<Void>

  var body: some HTML {
    div(
      id: "alarm-\(alarm.id)", .class("card signal"),
      .class((alarm.holder == nil ? Status.alert : .asking).className)
    ) {
      Icon(alarm.holder == nil ? .alert : .people)
      div(.class("grow")) {
        StatusLine(alarm.holder == nil ? .alert : .asking, icon: false) { alarm.words }
        // Announced when a responder answers; that the alert is on has just been announced, and
        // must be heard.
        p(.when(alarm.holder != nil, .announce(reach))) { reach }
      }
    }
    Button(
      "alarm-\(alarm.id)-open", words, alarm.holder == nil && !isOwn ? .primary : .soft, .wide,
      icon: .people, tap: open)
  }

  private var reach: Phrase {
    alarm.reachWords(for: viewer, hasResponders: hasResponders)
  }
}

/// The person's own alerts.
struct OwnAlarms: HTML {
  let alarms: [AlarmData]
  let hasResponders: Bool
  let open: (AlertRecord.ID) -> Handler<Void>

  var body: some HTML {
    if !alarms.isEmpty {
      div(id: "own-alarms", .class("stack")) {
        ForEach(alarms) { alarm in
          OpenAlarmCard(
            alarm: alarm, words: "Who has been contacted", isOwn: true,
            hasResponders: hasResponders,
            open: open(alarm.id))
        }
      }
    }
  }
}
