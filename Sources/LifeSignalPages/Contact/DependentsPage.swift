import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The people I watch over: alerts first, then the late, then all others.
struct DependentsPage: HTML {
  let state: DependentsFeature.State
  let ownCode: OwnCode
  let viewer: Person.ID?
  let now: Date
  let unread: Int
  let send: ActionSender<DependentsFeature.Action>
  let showNotifications: Handler<Void>
  /// Opens the link that offers to watch over someone.
  let offer: Handler<Void>

  var body: some HTML {
    PageFrame("dependents", "Dependents") {
      if state.contacts.dependents.count > 1 { sorting }
      NotificationsButton(unread: unread, tap: showNotifications)
    } content: {
      if isEmpty {
        if state.isLoading {
          Loading(words: "Loading your dependents")
        } else {
          EmptyState(
            .people, "No dependents yet",
            "Dependents are the people you look after. Send them a link, or enter their code."
          ) { offering(.regular) }
          add
        }
      } else {
        people
        offering(.wide)
        add
      }
      ownCode
      RefreshButton(id: "refresh-dependents", isBusy: state.isLoading, tap: send(.refresh))
    }
    notices
    ContactSheets(
      details: state.contactDetails, scanner: state.qrScanner, addContact: state.addContact,
      list: "dependents", now: now, viewer: viewer,
      details: send.map { .contactDetails(.presented($0)) },
      scanner: send.map { .qrScanner(.presented($0)) },
      addContact: send.map { .addContact(.presented($0)) })
  }

  private var contacts: ContactsFeature.State { state.contacts }
  private var requests: [ContactData] { contacts.dependentRequests }
  private var asked: [ContactData] { contacts.outgoingRequests.filter(\.isDependent) }
  private var isEmpty: Bool { contacts.dependents.isEmpty && requests.isEmpty && asked.isEmpty }

  private var sorting: some HTML {
    Choice(
      id: "sort-dependents", look: .compact, name: "Sort dependents",
      options: DependentsFeature.State.SortOption.allCases.map {
        Choice.Option(value: $0.rawValue, words: Phrase(label: $0.rawValue))
      },
      selection: state.sortOption.rawValue,
      choose: send { DependentsFeature.State.SortOption(rawValue: $0).map { .setSortOption($0) } })
  }

  @HTMLBuilder private var people: some HTML {
    let shown = state.shownDependents
    let urgent = shown.filter(\.needsAttention)
    let others = shown.filter { !$0.needsAttention }
    if state.isSearchable {
      ListSearch(
        id: "search-dependents", text: state.searchText, found: shown.count,
        change: send { .searchTextChanged($0) })
      if shown.isEmpty {
        NobodyFound(
          id: "search-dependents-clear", text: state.searchText,
          clear: send(.searchTextChanged("")))
      }
    }
    if !urgent.isEmpty || !requests.isEmpty {
      ul(id: "dependents-urgent", .class("stack"), .aria("label", Phrase("Needs attention"))) {
        ForEach(urgent) { contact in
          li(id: "dependent-item-\(contact.id)") {
            Card(contact.isAlerting ? .alert : .late) { row(contact) }
          }
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
    if !others.isEmpty {
      PageSection(
        "dependents-others",
        others.allSatisfy { $0.checksIn && !$0.isPaused } ? "All fine" : "All others"
      ) {
        ul(id: "dependents-list", .class("card list")) {
          ForEach(others) { contact in
            li(id: "dependent-item-\(contact.id)") { row(contact) }
          }
        }
      }
    }
    if !asked.isEmpty {
      AskedList(list: "dependents", contacts: asked) { send(.selectContact($0)) }
    }
  }

  @HTMLBuilder private var notices: some HTML {
    if let error = state.error {
      ErrorAlert(id: "dependents-error", error: error, dismiss: send(.setError(nil)))
    } else {
      switch state.pingConfirmation {
      case .send:
        Dialog.question(
          "ping-question", "Ask if they’re OK?", "They can answer with one tap.",
          confirm: "Ping", onConfirm: send(.pingConfirmed),
          onCancel: send(.pingConfirmationDismissed))
      case .clear:
        Dialog.question(
          "ping-question", "Clear ping", "Do you want to clear the pending ping to this contact?",
          confirm: "Clear", onConfirm: send(.pingConfirmed),
          onCancel: send(.pingConfirmationDismissed))
      case nil: EmptyHTML()
      }
    }
    if state.isPingSent {
      Toast(
        id: "ping-sent", words: "We asked if they’re OK.",
        dismiss: send(.pingSentDismissed))
    }
  }

  private func row(_ contact: ContactData) -> some HTML {
    DependentRow(
      contact: contact, viewer: viewer, now: now,
      isBusy: state.pendingRequests.contains(contact.id), send: send)
  }

  private func offering(_ size: ButtonSize) -> some HTML {
    Button(
      "offer-dependent", "Offer to watch over someone", size == .wide ? .soft : .primary, size,
      icon: .share, tap: offer)
  }

  private var add: some HTML {
    Button(
      "add-dependent", "Add by their code", .quiet, .wide, icon: .qr, tap: send(.showQRScanner))
  }
}
