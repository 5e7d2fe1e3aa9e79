import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The people who watch over me: their pings first, then those who want to, then those who do.
struct RespondersPage: HTML {
  let state: RespondersFeature.State
  let ownCode: OwnCode
  let viewer: Person.ID?
  let now: Date
  let unread: Int
  let send: ActionSender<RespondersFeature.Action>
  let showNotifications: Handler<Void>
  /// Opens the link that asks someone to watch over me.
  let ask: Handler<Void>

  var body: some HTML {
    PageFrame("responders", "Responders") {
      if state.pendingPingsCount > 0 {
        RoundButton(
          id: "respond-to-all", name: "Respond to all pings", glyph: .check,
          tap: send(.respondToAllTapped))
      }
      NotificationsButton(unread: unread, tap: showNotifications)
    } content: {
      if isEmpty {
        if state.isLoading {
          Loading(words: "Loading your responders")
        } else {
          EmptyState(
            .shield, "No responders yet",
            "We contact your responders when you miss a check-in or raise an alert. Add the people you trust."
          ) { asking(.regular) }
          add
        }
      } else {
        people
        if !contacts.responders.isEmpty {
          Card {
            Opener(
              id: "order-open", words: "Order of calls", icon: .sort,
              tap: send(.planButtonTapped))
          }
        }
        asking(.wide)
        add
      }
      ownCode
      RefreshButton(id: "refresh-responders", isBusy: state.isLoading, tap: send(.refresh))
    }
    if let plan = state.plan {
      EscalationPlanSheet(state: plan, send: send.map { .plan(.presented($0)) })
    }
    RespondersNotices(state: state, send: send)
    ContactSheets(
      details: state.contactDetails, scanner: state.qrScanner, addContact: state.addContact,
      list: "responders", now: now, viewer: viewer,
      details: send.map { .contactDetails(.presented($0)) },
      scanner: send.map { .qrScanner(.presented($0)) },
      addContact: send.map { .addContact(.presented($0)) })
  }

  private var contacts: ContactsFeature.State { state.contacts }
  private var requests: [ContactData] { contacts.responderRequests }
  private var asked: [ContactData] { contacts.outgoingRequests.filter(\.isResponder) }

  private var isEmpty: Bool {
    contacts.responders.isEmpty && requests.isEmpty && asked.isEmpty
  }

  @HTMLBuilder private var people: some HTML {
    let sorted = contacts.sortedResponders
    let shown = state.shownResponders
    let asking = sorted.filter(\.hasPendingPing)
    if !asking.isEmpty || !requests.isEmpty {
      ul(id: "responders-asking", .class("stack"), .aria("label", Phrase("Waiting for you"))) {
        ForEach(asking) { contact in
          li(id: "asking-\(contact.id)") { PingCard(contact: contact, now: now, send: send) }
        }
        ForEach(requests) { contact in
          li(id: "request-\(contact.id)") {
            RequestCard(
              contact: contact, isBusy: contacts.pendingRequests.contains(contact.id),
              send: send.map { .contacts($0) })
          }
        }
      }
    }
    if !sorted.isEmpty {
      PageSection("responders-contacted", "Who we contact") {
        if state.isSearchable {
          ListSearch(
            id: "search-responders", text: state.searchText, found: shown.count,
            change: send { .searchTextChanged($0) })
        }
        if shown.isEmpty {
          NobodyFound(
            id: "search-responders-clear", text: state.searchText,
            clear: send(.searchTextChanged("")))
        } else {
          ul(id: "responders-list", .class("card list")) {
            ForEach(shown) { contact in
              li(id: "responder-item-\(contact.id)") { row(contact) }
            }
          }
        }
        Caption("We contact them when you miss a check-in or raise an alert. They can ping you.")
      }
    }
    if !asked.isEmpty { AskedList(list: "responders", contacts: asked, open: open) }
  }

  private func row(_ contact: ContactData) -> some HTML {
    Row(
      "responder-\(contact.id)",
      avatar: Avatar(id: contact.id, name: contact.name, picture: contact.profileImageURL),
      name: contact.name, open: open(contact)
    ) {
      if contact.mutesMissedCheckIns == true {
        StatusLine(.late) { "Has muted missed check-ins: contacted only when no one else answers" }
      }
      StatusLine {
        if contact.isDependent {
          "You look after each other"
        } else if let since = contact.dateAdded {
          Sentence("With you since {0}", LocalTime(since, .day))
        } else {
          "Watching over you"
        }
      }
    } side: {
      RowMenu(contact: contact, items: menu(contact))
    }
  }

  private func menu(_ contact: ContactData) -> [RowMenu.Item] {
    var items = [
      RowMenu.Item(
        id: "details-\(contact.id)", words: "Details", icon: .person, tap: open(contact))
    ]
    if let ping = contact.incomingPingID {
      items.append(
        RowMenu.Item(
          id: "answer-\(contact.id)", words: "I’m OK", icon: .check,
          isDisabled: isAnswering(contact), tap: send(.ping(.respondToPing(id: ping)))))
    }
    return items
  }

  private func isAnswering(_ contact: ContactData) -> Bool {
    state.pendingPings.contactIDs.contains(contact.id)
  }

  private func open(_ contact: ContactData) -> Handler<Void> { send(.selectContact(contact)) }

  private func asking(_ size: ButtonSize) -> some HTML {
    Button(
      "ask-responder", "Ask someone to watch over me", size == .wide ? .soft : .primary, size,
      icon: .share, tap: ask)
  }

  private var add: some HTML {
    Button(
      "add-responder", "Add by their code", .quiet, .wide, icon: .qr, tap: send(.showQRScanner))
  }
}

/// A responder asks whether all is well.
private struct PingCard: HTML {
  let contact: ContactData
  let now: Date
  let send: ActionSender<RespondersFeature.Action>

  var body: some HTML {
    Card(.asking) {
      Row(
        "pinger-\(contact.id)",
        avatar: Avatar(id: contact.id, name: contact.name, picture: contact.profileImageURL),
        saying: "\(contact.firstName) asks: are you OK?", open: send(.selectContact(contact))
      ) {
        StatusLine(.asking) {
          if let time = contact.incomingPingTimestamp {
            Sentence("Pinged you {0}", Ago(time, now: now))
          } else {
            "Pinged you"
          }
        }
      }
      RowFoot {
        div(.class("buttons")) {
          if let ping = contact.incomingPingID {
            Button(
              "respond-\(ping)", "I’m OK", .primary, .small, icon: .check,
              name: "I’m OK. Respond to ping from \(contact.name)",
              tap: send(.ping(.respondToPing(id: ping))))
          }
          CallLink(contact: contact)
        }
      }
    }
  }
}

/// Questions and notices in front of the responders.
private struct RespondersNotices: HTML {
  let state: RespondersFeature.State
  let send: ActionSender<RespondersFeature.Action>

  var body: some HTML {
    if let error = state.error {
      ErrorAlert(id: "responders-error", error: error, dismiss: send(.setError(nil)))
    } else if state.alerts.contactError {
      Dialog.notice(
        "contact-error", "We couldn’t add the contact", state.alerts.contactErrorMessage,
        onDismiss: send(.setContactErrorAlert(false)))
    } else if state.alerts.contactExists {
      Dialog.notice(
        "contact-exists", "Contact already exists",
        state.alerts.contactErrorMessage.isEmpty
          ? "This contact is already in your contacts list." : state.alerts.contactErrorMessage,
        onDismiss: send(.setContactExistsAlert(false)))
    } else if state.alerts.contactAdded {
      // A request is not yet a relation: the person must know that no new responder is contacted
      // until they accept.
      Dialog.notice(
        "contact-added", "Request sent",
        "The contact will be added to your responders as soon as they accept.",
        onDismiss: send(.setContactAddedAlert(false)))
    } else if state.isRespondToAllConfirmationPresented {
      Dialog.question(
        "respond-to-all-question", "Clear all pings",
        "Are you sure you want to clear all pending pings?", confirm: "Clear all",
        onConfirm: send(.respondToAllConfirmed), onCancel: send(.setRespondToAllConfirmation(false))
      )
    }
  }
}
