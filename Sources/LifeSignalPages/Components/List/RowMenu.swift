import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// All actions for a person in a list, behind one button at the end of their row.
///
/// Each of these has a visible equal in the row or on the sheet; this is the short way to all.
struct RowMenu: HTML {
  struct Item {
    let id: String
    let words: Phrase
    let icon: Glyph
    var isDisabled = false
    let tap: Handler<Void>
  }

  let contact: ContactData
  let items: [Item]

  private var id: String { "menu-\(contact.id)" }

  var body: some HTML {
    button(
      id: "\(id)-button", .type(.button), .class("round plain"), .popoverTarget(id),
      .aria("label", "More for \(contact.name)" as Phrase), .aria("haspopup", "true")
    ) { Icon(.more) }
    div(id: id, .class("menu"), .popover(), .role(.dialog), .aria("labelledby", "\(id)-name")) {
      h3(id: "\(id)-name") { contact.name }
      div(.class("card")) {
        ForEach(items) { item in
          button(
            id: item.id, .type(.button), .class("opener"), .popoverTarget(id),
            .disabled(item.isDisabled)
          ) {
            Icon(item.icon)
            span { item.words }
          }
          .on(.click, item.tap)
        }
        if !contact.phoneNumber.isEmpty, contact.duressAlert == nil {
          a(id: "\(id)-call", .href("tel:\(contact.phoneNumber)"), .class("opener")) {
            Icon(.phone)
            span { "Call" }
          }
          a(id: "\(id)-message", .href("sms:\(contact.phoneNumber)"), .class("opener")) {
            Icon(.chat)
            span { "Message" }
          }
        }
      }
    }
  }
}
