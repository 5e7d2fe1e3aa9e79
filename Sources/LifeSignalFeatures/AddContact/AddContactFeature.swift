public import Composable
public import LifeSignalModel

/// Sending the owner of a code a request for a relation.
@Reducer
public struct AddContactFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var isSheetPresented: Bool
    public var qrCode: QRCodeID?
    /// Known after a successful look-up.
    public var contactID: ContactData.ID?
    public var name: String
    public var firstName: String
    public var lastName: String
    /// Masked by the server until the relation is accepted.
    public var phoneNumber: String
    public var isResponder: Bool
    public var isDependent: Bool
    public var isLoading: Bool
    public var error: UserFacingError?

    public init(
      isSheetPresented: Bool = false, isResponder: Bool = false, isDependent: Bool = false
    ) {
      self.isSheetPresented = isSheetPresented
      self.isResponder = isResponder
      self.isDependent = isDependent
      qrCode = nil
      contactID = nil
      name = ""
      firstName = ""
      lastName = ""
      phoneNumber = ""
      isLoading = false
      error = nil
    }

    public var canAdd: Bool {
      contactID != nil && !name.isEmpty && (isResponder || isDependent) && !isLoading
    }

    /// Whether to hint that a role must be chosen.
    public var needsRole: Bool { contactID != nil && !isResponder && !isDependent }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case updateQRCode(QRCodeID)
    case lookupUserByQRCode
    case lookupUserByQRCodeResponse(Result<ContactInfo, UserFacingError>)
    case updateIsResponder(Bool)
    case updateIsDependent(Bool)
    case addContact
    case addContactResponse(Result<ContactData, UserFacingError>)
    case requestCancelled
    /// The request was sent with these roles; parents close the sheet.
    case contactAdded(Bool, Bool)
    case setError(UserFacingError?)
    case dismiss
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case lookup
    case add
  }

  @Dependency(\.contactClient) var contactClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .dismiss:
        state = State()
        return .merge(
          .cancel(id: CancellationID.lookup), .cancel(id: CancellationID.add),
          .send(.delegate(.dismissed)))

      case .updateQRCode(let code):
        let (isResponder, isDependent) = (state.isResponder, state.isDependent)
        state = State(
          isSheetPresented: state.isSheetPresented, isResponder: isResponder,
          isDependent: isDependent)
        state.qrCode = code
        return .send(.lookupUserByQRCode)

      case .lookupUserByQRCode:
        guard let code = state.qrCode else { return .none }
        state.isLoading = true
        state.error = nil
        return .request(Action.lookupUserByQRCodeResponse, cancelled: .requestCancelled) {
          [contactClient] in try await contactClient.getContactInfo(code)
        }
        .cancellable(id: CancellationID.lookup, cancelInFlight: true)

      case .lookupUserByQRCodeResponse(.success(let info)):
        state.isLoading = false
        state.contactID = info.id
        state.name = info.name
        state.firstName = info.firstName
        state.lastName = info.lastName
        state.phoneNumber = info.phoneNumber
        return .none

      case .lookupUserByQRCodeResponse(.failure(let error)):
        state.isLoading = false
        state.error = Self.lookUpFailed(error)
        return .none

      case .updateIsResponder(let isOn):
        state.isResponder = isOn
        return .none

      case .updateIsDependent(let isOn):
        state.isDependent = isOn
        return .none

      case .addContact:
        guard state.canAdd, let code = state.qrCode else { return .none }
        state.isLoading = true
        let (isResponder, isDependent) = (state.isResponder, state.isDependent)
        return .request(Action.addContactResponse, cancelled: .requestCancelled) {
          [contactClient] in
          try await contactClient.addContact(code, isResponder, isDependent)
        }
        .cancellable(id: CancellationID.add)

      case .addContactResponse(.success(let contact)):
        state.isLoading = false
        return .send(.contactAdded(contact.isResponder, contact.isDependent))

      case .addContactResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .setError(let error):
        state.error = error
        return .none

      case .contactAdded, .delegate:
        return .none
      }
    }
  }

  /// The page must say plainly that a text is no code; errors that may be retried keep their own
  /// words.
  private static func lookUpFailed(_ error: UserFacingError) -> UserFacingError {
    switch error {
    case .dataNotFound:
      .validation(
        title: "No one has this code", message: "No LifeSignal user found for this QR code.")
    case .serverError, .dataInvalid, .unknown:
      .operationFailed("We couldn’t look up this code.")
    default: error
    }
  }
}
