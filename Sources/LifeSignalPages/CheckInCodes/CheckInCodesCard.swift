import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The codes, shown only this once. Only the card itself is printed: it never shows which group
/// calls for help.
struct CheckInCodesCard: HTML {
  let sheet: NewCheckInSheet
  let origin: String
  let isSilentGroupShown: Bool
  let send: ActionSender<CheckInCodesFeature.Action>

  var body: some HTML {
    div(id: "codes-new-card", .class("stack"), .module("thing"), .data("code", "")) {
      p(.class("caption")) {
        "Print the card or write the codes down now: they are not shown again."
      }
      section(id: "codes-paper", .class("paper-card"), .aria("labelledby", "codes-paper-name")) {
        h3(id: "codes-paper-name") { "Check-in codes" }
        p { place }
        div(.class("paper-groups"), .dir(.leftToRight)) {
          ForEach(Array(sheet.groups.enumerated())) { index, codes in
            div(.class("paper-group")) {
              strong { CheckInSheet.letter(of: index) }
              ul { ForEach(codes) { code in li { ComposableHTML.code { code } } } }
            }
          }
        }
        p { "Each code works once." }
      }
      BrowserButton(
        id: "codes-print", words: "Print", act: "print", icon: .download,
        look: "button primary wide")
      silent
    }
    .on(.report, send { Self.action($0) })
  }

  private var place: Phrase {
    let address = origin + "/code"
    return "Type one at \(address), or text it to the number LifeSignal texts you from."
  }

  @HTMLBuilder private var silent: some HTML {
    Button(
      "codes-silent", isSilentGroupShown ? "Hide the silent group" : "Show the silent group",
      .soft, .wide, icon: .eye, tap: send(.silentGroupTapped))
    if isSilentGroupShown {
      p(id: "codes-silent-group", .class("card pad"), .announce(group)) { group }
    }
    Caption("Look at it when no one is beside you, and remember it. It is written down nowhere.")
  }

  private var group: Phrase {
    "Codes of group \(CheckInSheet.letter(of: sheet.silentGroup)) call for help in silence."
  }

  /// "place:https://safe.example Europe/Berlin", or "left"
  private static func action(_ report: String) -> CheckInCodesFeature.Action? {
    if report == "left" { return .pageLeft }
    guard report.hasPrefix("place:"),
      let place = report.dropFirst(6).split(separator: " ").first.map(String.init),
      let origin = URL(string: place), origin.host != nil,
      ["http", "https"].contains(origin.scheme), origin.path.isEmpty, origin.query == nil
    else { return nil }
    return .originReported(place)
  }
}
