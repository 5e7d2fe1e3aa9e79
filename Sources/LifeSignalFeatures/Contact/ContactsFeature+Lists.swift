import Composable
import Foundation
public import LifeSignalModel

extension ContactsFeature.State {
  /// Agreed relations in which the other side watches over me.
  public var responders: [ContactData] {
    contacts.elements.filter { $0.isResponder && $0.relation == .accepted }
  }

  /// Agreed relations in which I watch over the other side.
  public var dependents: [ContactData] {
    contacts.elements.filter { $0.isDependent && $0.relation == .accepted }
  }

  /// Others who wait for my answer.
  public var incomingRequests: [ContactData] {
    contacts.elements.filter(\.asksMe).sorted(by: ContactOrder.byName)
  }

  /// People who want to be my responder.
  public var responderRequests: [ContactData] {
    incomingRequests.filter { $0.requestedRoles.isResponder }
  }

  /// People who want me to be their responder.
  public var dependentRequests: [ContactData] {
    incomingRequests.filter { $0.requestedRoles.isDependent }
  }

  /// People whose answer I wait for.
  public var outgoingRequests: [ContactData] {
    contacts.elements.filter { $0.relation == .requestedByMe }.sorted(by: ContactOrder.byName)
  }

  /// Dependents who are late or raised an alert, each once.
  public var nonResponsiveDependentsCount: Int {
    contacts.count { $0.isDependent && $0.relation == .accepted && $0.needsAttention }
  }

  /// People who pinged me first, newest ping first; then the rest by name.
  public var sortedResponders: [ContactData] {
    responders.sorted(by: ContactOrder.responders)
  }

  /// Alerts, then the late, then the rest; inside each those I pinged first, then by option.
  public func sortedDependents(by option: DependentsFeature.State.SortOption) -> [ContactData] {
    dependents.sorted(by: ContactOrder.dependents(option))
  }
}

/// The orders of the two lists. Ties end with name, then id, so that no order ever flickers. Names are compared
/// without accents and case: É stands beside E.
enum ContactOrder {
  static func byName(_ a: ContactData, _ b: ContactData) -> Bool {
    switch a.name.compare(b.name, options: [.caseInsensitive, .diacriticInsensitive]) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: (a.name, a.id) < (b.name, b.id)
    }
  }

  static func responders(_ a: ContactData, _ b: ContactData) -> Bool {
    guard a.hasPendingPing == b.hasPendingPing else { return a.hasPendingPing }
    let (left, right) = (a.incomingPingTimestamp, b.incomingPingTimestamp)
    if a.hasPendingPing, left != right { return (left ?? .distantPast) > (right ?? .distantPast) }
    return byName(a, b)
  }

  static func dependents(_ option: DependentsFeature.State.SortOption)
    -> (ContactData, ContactData) -> Bool
  {
    { a, b in
      if band(a) != band(b) { return band(a) < band(b) }
      if a.hasOutgoingPing != b.hasOutgoingPing { return a.hasOutgoingPing }
      switch option {
      case .timeLeft:
        let (left, right) = (a.expiration ?? .distantFuture, b.expiration ?? .distantFuture)
        if left != right { return left < right }
      case .name:
        break
      case .dateAdded:
        let (left, right) = (a.dateAdded ?? .distantPast, b.dateAdded ?? .distantPast)
        if left != right { return left > right }
      }
      return byName(a, b)
    }
  }

  private static func band(_ contact: ContactData) -> Int {
    contact.isAlerting ? 0 : contact.isLate ? 1 : 2
  }
}
