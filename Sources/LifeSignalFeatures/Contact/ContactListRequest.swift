/// The work of a list that its contact sheet has requested.
enum ContactListRequest {
  case contacts(ContactsFeature.Action)
  case ping(PingFeature.Action)
}

extension ContactDetailsSheetViewFeature.Action.Delegate {
  var listRequest: ContactListRequest {
    switch self {
    case .toggleContactRole(let id, let isResponder, let isDependent):
      .contacts(.updateContactRoles(id: id, isResponder: isResponder, isDependent: isDependent))
    case .acceptRequest(let id):
      .contacts(.acceptContact(id: id))
    case .declineRequest(let id):
      .contacts(.declineContact(id: id))
    case .removeContact(let id):
      .contacts(.deleteContact(id: id))
    case .updatePrivateFields(let id, let fields):
      .contacts(.updatePrivateFields(id: id, fields: fields))
    case .updateSwitches(let id, let switches):
      .contacts(.updateSwitches(id: id, switches: switches))
    case .pingContact(let id):
      .ping(.pingDependent(id: id))
    case .clearPing(let id):
      .ping(.clearPing(id: id))
    case .respondToPing(let id):
      .ping(.respondToPing(id: id))
    }
  }
}
