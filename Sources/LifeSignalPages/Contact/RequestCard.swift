import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// A request for a relation: its meaning, then yes or no.
struct RequestCard: HTML {
  let contact: ContactData
  let isBusy: Bool
  let send: ActionSender<ContactsFeature.Action>

  var body: some HTML {
    Card(.asking) {
      Row(
        "requested-\(contact.id)", avatar: Avatar(id: contact.id, name: contact.name),
        name: contact.name
      ) {
        StatusLine { contact.asks }
      }
      RowFoot {
        p { contact.meaning }
        div(.class("buttons")) {
          Button(
            "accept-\(contact.id)", "Accept", .primary, .small, icon: .check, disabled: isBusy,
            name: "Accept \(contact.name)", tap: send(.acceptContact(id: contact.id)))
          Button(
            "decline-\(contact.id)", "Decline", .plain, .small, disabled: isBusy,
            name: "Decline \(contact.name)", tap: send(.declineContact(id: contact.id)))
          Button(
            "block-\(contact.id)", "Block requests from \(contact.firstName)", .quiet, .small,
            disabled: isBusy, tap: send(.blockRequests(id: contact.id)))
        }
      }
    }
  }
}

extension ContactData {
  /// Their request.
  var asks: Phrase {
    switch requestedRoles {
    case (true, true): "Wants you to look out for each other"
    case (true, false): "Asks to be your responder"
    case (false, _): "Asks you to be their responder"
    }
  }

  /// The effect of a yes.
  var meaning: Phrase {
    let name = firstName
    return switch requestedRoles {
    case (true, true):
      "We would contact each of you about the other’s missed check-ins and alerts, and you could ping each other."
    case (true, false):
      "We would contact \(name) when you miss a check-in or raise an alert, and they could ping you. Until you accept, \(name) sees nothing."
    case (false, _):
      "We would contact you when \(name) misses a check-in or raises an alert, and you could ping them."
    }
  }
}

/// People to whom I sent a request, without an answer yet. Only their names are known here.
struct AskedList: HTML {
  let list: String
  let contacts: [ContactData]
  let open: (ContactData) -> Handler<Void>

  var body: some HTML {
    PageSection("\(list)-asked", "Asked") {
      ul(id: "\(list)-asked-list", .class("card list")) {
        ForEach(contacts) { contact in
          li(id: "asked-item-\(contact.id)") {
            Row(
              "asked-\(contact.id)",
              avatar: Avatar(id: contact.id, name: contact.name, isFaint: true), name: contact.name,
              open: open(contact)
            ) {
              StatusLine { "Asked · waiting for their answer" }
            }
          }
        }
      }
    }
  }
}
