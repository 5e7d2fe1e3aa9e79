import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// One ping: who sent it to whom, its result, and the possible actions.
struct PingPage: HTML {
  let state: PingFeature.State
  let contacts: ContactsFeature.State
  let now: Date
  /// The viewer's zone.
  let zone: Zone
  let send: ActionSender<PingFeature.Action>

  var body: some HTML {
    if state.isPingSheetPresented, let ping = state.selectedPing.map(current) {
      Sheet(
        "ping-sheet",
        header: SheetHeader(
          "Ping",
          end: SheetHeader.Action(
            id: "ping-done", words: "Done", tap: send(.setPingSheetPresented(false)))),
        close: send(.setPingSheetPresented(false))
      ) {
        div(.class("person")) {
          Avatar(
            id: other(ping), name: name(ping),
            picture: contacts.contacts[id: other(ping)]?.profileImageURL, size: .big)
          h3(.class("who")) { name(ping) }
          StatusLine(ping.status == .pending ? .asking : .neutral) {
            Sentence(
              isReceived(ping) ? "Asked you · {0} · {1}" : "You asked · {0} · {1}",
              Phrase(label: ping.status.rawValue),
              Ago(ping.responseTimestamp ?? ping.timestamp, now: now))
          }
        }
        if ping.status == .pending {
          if isReceived(ping) {
            Button(
              "ping-respond", "Respond", .primary, .wide, icon: .check,
              tap: send(.respondToPing(id: ping.id)))
          } else {
            Button("ping-clear", "Clear ping", .soft, .wide, tap: send(.clearPing(id: ping.id)))
          }
        }
        history(with: other(ping), without: ping.id)
      }
    }
  }

  /// Earlier pings between the two, day by day, newest first.
  @HTMLBuilder
  private func history(with person: Person.ID, without shown: PingData.ID) -> some HTML {
    let earlier = state.sortedPingHistory.filter { other($0) == person && $0.id != shown }
    let groups = Dictionary(grouping: earlier) { zone.date(at: $0.timestamp) }
    ForEach(groups.keys.sorted(by: >)) { day in
      DaySection("pings-\(day.dayNumber)", day, today: zone.date(at: now), zone: zone) {
        ul(.class("card list")) {
          ForEach(groups[day] ?? []) { ping in
            li(id: "ping-\(ping.id)", .class("row")) {
              div(.class("row-main")) {
                span(.class("grow")) {
                  Sentence(
                    isReceived(ping) ? "Asked you · {0} · {1}" : "You asked · {0} · {1}",
                    Phrase(label: ping.status.rawValue), Ago(ping.timestamp, now: now))
                }
              }
            }
          }
        }
      }
    }
  }

  /// The ping as the lists have it now; the selected one may be older.
  private func current(_ ping: PingData) -> PingData {
    state.pendingPings.first { $0.id == ping.id } ?? state.pingHistory.first { $0.id == ping.id }
      ?? ping
  }

  private func isReceived(_ ping: PingData) -> Bool { ping.recipientID == state.userID }

  private func other(_ ping: PingData) -> Person.ID {
    isReceived(ping) ? ping.senderID : ping.recipientID
  }

  private func name(_ ping: PingData) -> String {
    (isReceived(ping) ? ping.senderName : ping.recipientName) ?? Phrase("Unknown User").said
  }
}
