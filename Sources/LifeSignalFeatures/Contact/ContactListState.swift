import Composable
import Foundation
import LifeSignalModel

/// The common parts of the two list screens.
protocol ContactListState {
  var contacts: ContactsFeature.State { get set }
  var isLoading: Bool { get set }
  var error: UserFacingError? { get set }
  var contactDetails: ContactDetailsSheetViewFeature.State? { get set }
  var qrScanner: QRScannerFeature.State? { get set }
  var addContact: AddContactFeature.State? { get set }
  var pendingPings: PendingPingRequests { get set }
  var searchText: String { get set }
  /// The people of the list, in its order.
  var people: [ContactData] { get }
}

/// From how many people on a list can be searched.
enum ContactListSearch {
  static let threshold = 8
}

extension ContactListState {
  var isSearchable: Bool { people.count >= ContactListSearch.threshold }

  /// The people in the list whose name contains every typed word; all if none was typed.
  var found: [ContactData] {
    let words = searchText.split(whereSeparator: \.isWhitespace)
    guard isSearchable, !words.isEmpty else { return people }
    return people.filter { person in
      words.allSatisfy { person.name.localizedStandardContains($0) }
    }
  }

  /// Loads the whole list from the server again, unless that is under way.
  mutating func reload() -> Bool {
    guard !isLoading else { return false }
    isLoading = true
    return true
  }

  /// The same list with these contacts.
  func with(_ contacts: ContactsFeature.State) -> Self {
    var list = self
    list.contacts = contacts
    return list
  }

  /// The open sheet shows the contact from the collection; one removed there disappears here.
  /// - Returns: what the sheet has to do about it, if anything.
  mutating func refreshContactDetails() -> ContactDetailsSheetViewFeature.Action? {
    guard let shown = contactDetails?.contact else { return nil }
    let isBusy = contacts.pendingRequests.contains(shown.id)
    contactDetails?.isLoading = isBusy
    let current = contacts.contacts[id: shown.id]
    // One that is being removed stays on its sheet until the server has answered.
    if current == nil, contactDetails?.isRemoving == true { return nil }
    if current != shown { contactDetails?.contact = current }
    return current.map { $0.hasRoles(of: shown) } ?? true ? nil : .rolesChanged
  }

  /// Hands a scanned code from the scanner to the add sheet.
  mutating func openAddContact(isResponder: Bool, isDependent: Bool) {
    qrScanner = nil
    addContact = AddContactFeature.State(
      isSheetPresented: true, isResponder: isResponder, isDependent: isDependent)
  }

  /// Takes over how a change of the collection ended.
  mutating func note(_ action: ContactsFeature.Action) {
    switch action {
    case .contactsLoaded, .contactsUpdated, .loadCancelled:
      isLoading = false
    case .contactsLoadFailed(let error):
      isLoading = false
      self.error = error
    case .changeFailed(let id, let error):
      // The contact's open sheet says so itself.
      if contactDetails?.contact?.id != id { self.error = error }
    case .answerFailed(let error):
      self.error = error
    case .updateContactRoles(_, let isResponder, let isDependent):
      if !isResponder, !isDependent { error = .roleRequired }
    default:
      break
    }
  }

  /// The change of the collection that the open sheet needs, if any.
  func sheetNews(of action: ContactsFeature.Action) -> ContactDetailsSheetViewFeature.Action? {
    guard let details = contactDetails else { return nil }
    switch action {
    case .contactDeleted(let id) where id == details.contact?.id:
      return .removed
    case .changeFailed(let id, let error) where id == details.contact?.id:
      return .changeFailed(error)
    case .changeDropped(let id) where id == details.contact?.id:
      return .changeDropped
    default:
      return nil
    }
  }

  /// A ping request, unless one about the same contact is on its way.
  mutating func request(
    _ operation: PingOperation, of client: PingClient
  ) -> Effect<PingFeature.Action> {
    guard pendingPings.begin(operation, in: contacts) else { return .none }
    return PingRequests(client: client).effect(operation)
  }

  /// Takes over how a ping request ended.
  mutating func note(_ action: PingFeature.Action) {
    switch action {
    case .pingDependentFailed(let error), .pingResponseFailed(let error),
      .allPingResponsesFailed(let error), .clearPingFailed(let error):
      self.error = error
    case .requestEnded(let operation, _):
      pendingPings.end(operation)
    default:
      break
    }
  }
}
