import ComposableHTML
import Foundation
import LifeSignalModel

/// How far each message has come.
struct AlarmRecipients: HTML {
  let details: AlarmDetails

  var body: some HTML {
    PageSection("alarm-recipients", "Who has been contacted") {
      if details.recipients.isEmpty, details.waiting.isEmpty {
        Caption("No one is being contacted")
      } else {
        Caption(
          "Reached: \(details.reachedCount) of \(details.recipients.count + details.waiting.count)")
        ul(.class("card list")) {
          ForEach(details.recipients) { person in
            li(id: "alarm-contacted-\(person.id)") { row(person) }
          }
          ForEach(details.waiting) { person in
            li(id: "alarm-waiting-\(person.id)") { line(person, .neutral) { "Not called yet" } }
          }
        }
      }
    }
  }

  @HTMLBuilder private func row(_ person: AlarmDetails.Recipient) -> some HTML {
    if let at = person.metAt {
      line(person, .fine) { Sentence("Reached them at {0}", LocalTime(at)) }
    } else if person.id == details.alarm.holder {
      line(person, .fine) {
        if let since = details.alarm.heldSince {
          Sentence("On it since {0}", LocalTime(since))
        } else {
          "On it"
        }
      }
    } else if person.isComing {
      line(person, .fine) { "Is coming too" }
    } else if person.isUnreachable {
      line(person, .late) { "Could not be reached" }
    } else if let at = person.reachedAt {
      line(person, person.rung == .opened ? .fine : .neutral) { rung(person.rung, at) }
    } else {
      line(person, .neutral) { "Message is on its way" }
    }
  }

  private func rung(_ rung: Rung, _ at: Date) -> some HTML {
    Sentence(
      rung == .opened
        ? "Seen at {0}" : rung == .shown ? "Arrived at {0}" : "Sent at {0}, not seen yet",
      LocalTime(at))
  }

  private func line(
    _ person: AlarmDetails.Recipient, _ status: Status, @HTMLBuilder _ words: () -> some HTML
  ) -> some HTML {
    div(.class("pair")) {
      Avatar(id: person.id, name: person.name, size: .small)
      span(.class("grow")) {
        strong { person.name }
        StatusLine(status, content: words)
      }
    }
  }
}
