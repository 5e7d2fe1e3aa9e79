import Composable
import LifeSignalModel

/// What the two list screens have in common.
protocol ContactListState {
  var contacts: ContactsFeature.State { get set }
  var isLoading: Bool { get set }
  var error: UserFacingError? { get set }
  var contactDetails: ContactDetailsSheetViewFeature.State? { get set }
  var qrScanner: QRScannerFeature.State? { get set }
  var addContact: AddContactFeature.State? { get set }
  var pendingPings: PendingPingRequests { get set }
}

extension ContactListState {
  /// The open sheet shows the contact as the collection has it; gone there is gone here.
  mutating func refreshContactDetails() {
    guard let shown = contactDetails?.contact else { return }
    let current = contacts.contacts[id: shown.id]
    if current != shown { contactDetails?.contact = current }
  }

  /// Hands a scanned code from the scanner to the add sheet.
  mutating func openAddContact(isResponder: Bool, isDependent: Bool) {
    qrScanner = nil
    addContact = AddContactFeature.State(
      isSheetPresented: true, isResponder: isResponder, isDependent: isDependent)
  }

  /// Takes over how a change of the collection ended. Returns whether the collection changed.
  mutating func note(_ action: ContactsFeature.Action) -> Bool {
    switch action {
    case .contactsLoaded, .contactsUpdated:
      isLoading = false
      return true
    case .contactsLoadFailed(let error):
      isLoading = false
      self.error = error
      return false
    case .loadCancelled:
      isLoading = false
      return false
    case .contactRolesUpdateFailed(let error), .contactDeleteFailed(let error),
      .contactAcceptFailed(let error), .contactDeclineFailed(let error):
      self.error = error
      return false
    case .updateContactRoles(_, let isResponder, let isDependent):
      if !isResponder, !isDependent { error = .roleRequired }
      return false
    default:
      return false
    }
  }

  /// Takes over how a ping request ended.
  mutating func note(_ action: PingFeature.Action) {
    switch action {
    case .pingDependentFailed(let error), .pingResponseFailed(let error),
      .allPingResponsesFailed(let error), .clearPingFailed(let error):
      self.error = error
    case .requestEnded(let operation):
      pendingPings.end(operation)
    default:
      break
    }
  }
}
