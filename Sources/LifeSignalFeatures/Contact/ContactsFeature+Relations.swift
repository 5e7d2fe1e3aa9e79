import Composable
import LifeSignalModel

/// Changes of a relation, one at a time for each contact. The server's answer ends the waiting, or
/// says why it refused; the stream brings the contact as it is then.
extension ContactsFeature {
  func updateRoles(
    _ state: inout State, _ id: ContactData.ID, _ isResponder: Bool, _ isDependent: Bool
  ) -> Effect<Action> {
    guard isResponder || isDependent else { return .none }
    return change(&state, id) { [contactClient] in
      _ = try await contactClient.updateContact(id, isResponder, isDependent)
    }
  }

  func delete(_ state: inout State, _ id: ContactData.ID) -> Effect<Action> {
    change(&state, id, succeeded: .contactDeleted(id)) { [contactClient] in
      try await contactClient.removeContact(id)
    }
  }

  func updatePrivateFields(
    _ state: inout State, _ id: ContactData.ID, _ fields: Edit<PrivateFields>
  ) -> Effect<Action> {
    change(&state, id) { [contactClient] in
      try await contactClient.updateContactPrivateFields(id, fields)
    }
  }

  func updateSwitches(
    _ state: inout State, _ id: ContactData.ID, _ switches: Edit<ContactSwitches>
  ) -> Effect<Action> {
    change(&state, id) { [contactClient] in
      _ = try await contactClient.updateContactSwitches(id, switches)
    }
  }

  func accept(_ state: inout State, _ id: ContactData.ID) -> Effect<Action> {
    answer(&state, id) { [contactClient] in _ = try await contactClient.acceptContact(id) }
  }

  /// Accepts or refuses a request to me.
  func answer(
    _ state: inout State, _ id: ContactData.ID, _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    guard state.contacts[id: id]?.asksMe == true else { return .none }
    return change(&state, id, failed: { .answerFailed($0) }, work)
  }

  private func change(
    _ state: inout State, _ id: ContactData.ID, succeeded: Action? = nil,
    failed: (@Sendable (UserFacingError) -> Action)? = nil,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    guard state.contacts[id: id] != nil else { return .send(.changeDropped(id)) }
    guard state.pendingRequests.insert(id).inserted else { return .none }
    return .run { send in
      do {
        try await work()
        if let succeeded { await send(succeeded) }
      } catch {
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(failed?(error) ?? .changeFailed(id, error))
        } else {
          await send(.changeDropped(id))
        }
      }
      await send(.requestEnded(id))
    }
  }
}

extension ContactsFeature.State {
  mutating func replace(_ contacts: [ContactData]) {
    self.contacts = IdentifiedArray(uniqueElements: contacts)
    hasLoaded = true
  }
}
