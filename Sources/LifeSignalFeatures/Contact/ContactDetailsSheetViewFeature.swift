public import Composable
import ComposableEffectIdentifier
import Foundation
public import LifeSignalModel

/// One contact's sheet. It sends requests; its parent, next to the contact collection, carries them
/// out.
@Reducer
public struct ContactDetailsSheetViewFeature: Sendable {
  public enum Switch: String, CaseIterable, Equatable, Sendable {
    case sendPings
    case receivePings
    case notifyOnCheckIn
    case notifyOnExpiry
  }

  /// The one question or notice in front of the sheet.
  public enum ContactAlert: Equatable, Sendable {
    /// Taking away the last role is refused.
    case role
    case delete
    case ping
    /// Confirms withdrawing the open ping.
    case pingConfirmation
    case pingDisabled
    case roleToggle
    /// The contact has left the list the sheet was opened from, as the person wished.
    case moved
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var contact: ContactData?
    public var isSheetPresented: Bool
    public var originalList: OriginalList
    /// Whether a change of the contact is under way; the list sets it.
    public var isLoading: Bool
    public var error: UserFacingError?
    public var pendingRoleChange: RoleChange?
    public var activeAlert: ContactAlert?
    /// Whether the contact is being removed: the sheet stays until the answer.
    public var isRemoving: Bool
    /// Whether a change is under way that takes the contact out of ``originalList``.
    public var isMoving: Bool
    /// Whether nickname and notes are being edited.
    public var isEditingPrivateFields: Bool
    /// What was typed since then; nil while a text was not touched.
    public var editedNickname: String?
    public var editedNotes: String?
    /// The events of their alerts, and the people notified; newest first.
    public var alarms: [AlarmTimeline]

    public init(
      contact: ContactData? = nil, isSheetPresented: Bool = false,
      originalList: OriginalList = .both
    ) {
      self.contact = contact
      self.isSheetPresented = isSheetPresented
      self.originalList = originalList
      isLoading = false
      error = nil
      pendingRoleChange = nil
      activeAlert = nil
      isRemoving = false
      isMoving = false
      isEditingPrivateFields = false
      alarms = []
    }

    public var editingNickname: String { editedNickname ?? contact?.nickname ?? "" }
    public var editingNotes: String { editedNotes ?? contact?.notes ?? "" }

    public var canSavePrivateFields: Bool {
      guard let contact, isEditingPrivateFields else { return false }
      return PersonName.trimmed(editingNickname) != contact.nickname ?? ""
        || PersonName.trimmed(editingNotes) != contact.notes ?? ""
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    /// The server has entered a profile view, which the other side can see in their log. The contact
    /// itself comes with the collection's stream, whose value may be newer.
    case contactResponse(Result<Empty, UserFacingError>)
    /// The collection brought other roles.
    case rolesChanged
    case setSheetPresented(Bool)
    case toggleResponder
    case toggleDependent
    case confirmRoleChange
    /// For a request of theirs.
    case acceptButtonTapped
    case declineButtonTapped
    case removeContactButtonTapped
    case confirmRemove
    case pingButtonTapped
    case confirmPing
    case confirmClearPing
    case respondToPingButtonTapped
    /// One of the contact's alerts; the feature that owns the alert's sheet opens it.
    case alarmTapped(AlertRecord.ID)
    case toggleSwitch(Switch)
    case editPrivateFieldsTapped
    case setEditingNickname(String)
    case setEditingNotes(String)
    case cancelPrivateFields
    case savePrivateFields
    /// The parent has removed the contact.
    case removed
    /// Why the parent could not change or remove the contact.
    case changeFailed(UserFacingError)
    /// The parent did not change the contact, and there is nothing to say: the person did not confirm
    /// their identity.
    case changeDropped
    case requestCancelled
    case alertDismissed
    case alarmsUpdated([AlarmTimeline])
    case autoCloseElapsed
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case toggleContactRole(id: ContactData.ID, isResponder: Bool, isDependent: Bool)
      case acceptRequest(id: ContactData.ID)
      case declineRequest(id: ContactData.ID)
      case removeContact(id: ContactData.ID)
      case updatePrivateFields(id: ContactData.ID, fields: Edit<PrivateFields>)
      case updateSwitches(id: ContactData.ID, switches: Edit<ContactSwitches>)
      case pingContact(id: ContactData.ID)
      case clearPing(id: PingData.ID)
      case respondToPing(id: PingData.ID)
    }
  }

  @EffectID var autoClose
  @EffectID private var look
  @EffectID private var alarmsStream

  @Dependency(\.continuousClock) var clock
  @Dependency(\.contactClient) var contactClient
  @Dependency(\.timelineClient) var timelineClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard let contact = state.contact else { return .none }
        return .merge(
          .request(Action.contactResponse, cancelled: .requestCancelled) {
            [contactClient] in
            _ = try await contactClient.getContact(contact.id)
            return Empty()
          }
          .cancellable(id: look, cancelInFlight: true),
          followAlarms(&state))

      case .contactResponse(.failure(let error)):
        if state.contact != nil { state.error = error }
        return .none

      case .contactResponse(.success), .requestCancelled, .alarmTapped:
        return .none

      case .rolesChanged:
        return .merge(followAlarms(&state), noteMove(&state))

      case .alarmsUpdated(let alarms):
        state.alarms = alarms
        return .none

      case .setSheetPresented(let isPresented):
        guard !isPresented else {
          state.isSheetPresented = true
          return .none
        }
        state = State()
        return .merge(
          .cancel(id: autoClose), .cancel(id: look), .cancel(id: alarmsStream))

      case .toggleResponder where state.contact?.responderRequest == .requestedByMe:
        state.pendingRoleChange = .removeResponder
        return applyRoleChange(&state)

      case .toggleResponder:
        return toggle(&state, on: .addResponder, off: .removeResponder, \.isResponder)

      case .toggleDependent:
        return toggle(&state, on: .addDependent, off: .removeDependent, \.isDependent)

      case .confirmRoleChange:
        return applyRoleChange(&state)

      case .alertDismissed:
        state.pendingRoleChange = nil
        let wasMoved = state.activeAlert == .moved
        state.activeAlert = nil
        return wasMoved ? .send(.setSheetPresented(false)) : .none

      case .acceptButtonTapped:
        guard let contact = state.contact else { return .none }
        return .send(.delegate(.acceptRequest(id: contact.id)))

      case .declineButtonTapped:
        guard let contact = state.contact else { return .none }
        return .concatenate(
          .send(.delegate(.declineRequest(id: contact.id))), .send(.setSheetPresented(false)))

      case .removeContactButtonTapped:
        state.activeAlert = .delete
        return .none

      case .confirmRemove:
        state.activeAlert = nil
        guard let contact = state.contact, !state.isRemoving, !state.isLoading else {
          return .none
        }
        state.isRemoving = true
        return .send(.delegate(.removeContact(id: contact.id)))

      case .removed:
        guard state.isRemoving else { return .none }
        return .send(.setSheetPresented(false))

      case .changeFailed(let error):
        state.isRemoving = false
        state.isMoving = false
        state.error = error
        return .none

      case .changeDropped:
        state.isRemoving = false
        state.isMoving = false
        return .none

      case .toggleSwitch(let which):
        guard let contact = state.contact, !state.isLoading else { return .none }
        var switches = contact.switches
        switches[keyPath: which.path].toggle()
        return .send(
          .delegate(
            .updateSwitches(id: contact.id, switches: Edit(switches, seen: contact.switches))))

      case .editPrivateFieldsTapped:
        guard state.contact != nil else { return .none }
        state.isEditingPrivateFields = true
        state.editedNickname = nil
        state.editedNotes = nil
        return .none

      case .setEditingNickname(let text):
        state.editedNickname = text
        return .none

      case .setEditingNotes(let text):
        state.editedNotes = text
        return .none

      case .cancelPrivateFields:
        state.isEditingPrivateFields = false
        return .none

      case .savePrivateFields:
        guard let contact = state.contact, state.canSavePrivateFields, !state.isLoading else {
          return .none
        }
        state.isEditingPrivateFields = false
        let fields = PrivateFields(
          nickname: state.editingNickname.orNil, notes: state.editingNotes.orNil)
        return .send(
          .delegate(
            .updatePrivateFields(
              id: contact.id, fields: Edit(fields, seen: contact.privateFields))))

      case .pingButtonTapped:
        guard let contact = state.contact else { return .none }
        state.activeAlert =
          !contact.isDependent ? .pingDisabled : contact.hasOutgoingPing ? .pingConfirmation : .ping
        return .none

      case .confirmPing:
        state.activeAlert = nil
        guard let contact = state.contact, contact.isDependent else {
          state.activeAlert = .pingDisabled
          return .none
        }
        return .send(.delegate(.pingContact(id: contact.id)))

      case .confirmClearPing:
        state.activeAlert = nil
        guard let id = state.contact?.outgoingPingID else { return .none }
        return .send(.delegate(.clearPing(id: id)))

      case .respondToPingButtonTapped:
        guard let id = state.contact?.incomingPingID else { return .none }
        return .send(.delegate(.respondToPing(id: id)))

      case .autoCloseElapsed:
        return .send(.setSheetPresented(false))

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
        return .none
      }
    }
  }

  /// Only responders may read them.
  private func followAlarms(_ state: inout State) -> Effect<Action> {
    guard let contact = state.contact, contact.isDependent, contact.relation == .accepted else {
      state.alarms = []
      return .cancel(id: alarmsStream)
    }
    return .follow(
      { [timelineClient] in timelineClient.alarmsStream(contact.id) }, send: Action.alarmsUpdated
    )
    .cancellable(id: alarmsStream, cancelInFlight: true)
  }
}

extension ContactDetailsSheetViewFeature.State: Identifiable {
  /// A sheet of another contact, or of none, is another sheet: effects of the first one end.
  public var id: ContactData.ID? { contact?.id }
}

extension ContactDetailsSheetViewFeature.Switch {
  fileprivate var path: WritableKeyPath<ContactSwitches, Bool> {
    switch self {
    case .sendPings: \.sendPings
    case .receivePings: \.receivePings
    case .notifyOnCheckIn: \.notifyOnCheckIn
    case .notifyOnExpiry: \.notifyOnExpiry
    }
  }
}

extension String {
  /// Without blanks around it; nil when nothing is left.
  fileprivate var orNil: String? {
    let text = PersonName.trimmed(self)
    return text.isEmpty ? nil : text
  }
}
