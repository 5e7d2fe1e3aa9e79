import Composable
import LifeSignalModel

/// Changes of a relation: shown immediately if only my own side decides, taken back on failure.
extension ContactsFeature {
  func updateRoles(
    _ state: inout State, _ id: ContactData.ID, _ isResponder: Bool, _ isDependent: Bool
  ) -> Effect<Action> {
    guard isResponder || isDependent else {
      state.error = .roleRequired
      return .none
    }
    guard let index = state.contacts.index(id: id), let previous = state.contacts[id: id],
      state.pendingRequests.insert(id).inserted
    else { return .none }
    var changed = previous
    // They become a responder when they accept.
    changed.isResponder = isResponder && previous.isResponder
    if isResponder, !previous.isResponder {
      changed.responderRequest = .requestedByMe
    } else if changed.responderRequest == .requestedByMe {
      changed.responderRequest = nil
    }
    changed.isDependent = isDependent
    // A ping is legal only while I am their responder.
    if !isDependent { changed = changed.withoutOutgoingPing }
    state.contacts[id: id] = changed
    return change(id, previous: previous, index: index) { [contactClient] in
      .contactRolesUpdated(try await contactClient.updateContact(id, isResponder, isDependent))
    } failed: {
      .contactRolesUpdateFailed($0)
    }
  }

  func delete(_ state: inout State, _ id: ContactData.ID) -> Effect<Action> {
    guard let index = state.contacts.index(id: id), let previous = state.contacts[id: id],
      state.pendingRequests.insert(id).inserted
    else { return .none }
    state.contacts.remove(id: id)
    return change(id, previous: previous, index: index) { [contactClient] in
      try await contactClient.removeContact(id)
      return .contactDeleted(id)
    } failed: {
      .contactDeleteFailed($0)
    }
  }

  func updatePrivateFields(
    _ state: inout State, _ id: ContactData.ID, _ nickname: String?, _ notes: String?
  ) -> Effect<Action> {
    guard let index = state.contacts.index(id: id), let previous = state.contacts[id: id],
      state.pendingRequests.insert(id).inserted
    else { return .none }
    var changed = previous
    changed.nickname = nickname
    changed.notes = notes
    state.contacts[id: id] = changed
    return change(id, previous: previous, index: index) { [contactClient, changed] in
      try await contactClient.updateContactPrivateFields(id, nickname, notes)
      return .contactUpdated(changed)
    } failed: {
      .contactUpdateFailed($0)
    }
  }

  func updateSwitches(
    _ state: inout State, _ id: ContactData.ID, _ switches: ContactSwitches
  ) -> Effect<Action> {
    guard let index = state.contacts.index(id: id), let previous = state.contacts[id: id],
      state.pendingRequests.insert(id).inserted
    else { return .none }
    state.contacts[id: id]?.switches = switches
    return change(id, previous: previous, index: index) { [contactClient] in
      .contactUpdated(try await contactClient.updateContactSwitches(id, switches))
    } failed: {
      .contactUpdateFailed($0)
    }
  }

  /// Consent counts once the server has it, so nothing is shown before the answer.
  func accept(_ state: inout State, _ id: ContactData.ID) -> Effect<Action> {
    guard state.contacts[id: id]?.asksMe == true, state.pendingRequests.insert(id).inserted
    else { return .none }
    return change(id) { [contactClient] in
      .contactAccepted(try await contactClient.acceptContact(id))
    } failed: {
      .contactAcceptFailed($0)
    }
  }

  func decline(
    _ state: inout State, _ id: ContactData.ID, _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    guard let contact = state.contacts[id: id], contact.asksMe,
      state.pendingRequests.insert(id).inserted
    else { return .none }
    var remaining: ContactData?
    if contact.relation == .accepted {
      remaining = contact
      remaining?.responderRequest = nil
    }
    return change(id) { [remaining] in
      try await work()
      if let remaining { return .contactUpdated(remaining) }
      return .contactDeclined(id)
    } failed: {
      .contactDeclineFailed($0)
    }
  }

  private func change(
    _ id: ContactData.ID, previous: ContactData? = nil, index: Int = 0,
    _ work: @escaping @Sendable () async throws -> Action,
    failed: @escaping @Sendable (UserFacingError) -> Action
  ) -> Effect<Action> {
    .run { send in
      do {
        let outcome = try await work()
        await send(outcome)
      } catch {
        if let previous { await send(.changeTakenBack(previous, index: index)) }
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(failed(error))
        }
      }
      await send(.requestEnded(id))
    }
  }
}

extension ContactsFeature.State {
  mutating func replace(_ contacts: [ContactData]) {
    self.contacts = IdentifiedArray(uniqueElements: contacts)
    isLoading = false
    hasLoaded = true
  }

  /// Restores a contact's roles, ping and the owner's own side; other facts that came in the
  /// meantime stay.
  mutating func takeBack(_ previous: ContactData, _ index: Int) {
    guard var contact = contacts[id: previous.id] else {
      contacts.insert(previous, at: min(index, contacts.count))
      return
    }
    contact.isResponder = previous.isResponder
    contact.isDependent = previous.isDependent
    contact.responderRequest = previous.responderRequest
    contact.nickname = previous.nickname
    contact.notes = previous.notes
    contact.switches = previous.switches
    contact.hasOutgoingPing = previous.hasOutgoingPing
    contact.outgoingPingTimestamp = previous.outgoingPingTimestamp
    contact.outgoingPingID = previous.outgoingPingID
    contacts[id: previous.id] = contact
  }
}
