public import Foundation

extension Escalation {
  /// What one responder has done about this alert, beside being the one who has it now.
  public struct Helper: Codable, Equatable, Sendable {
    public var person: Person.ID
    /// They have said that they are coming too.
    public var isComing = false
    /// How often they gave the alert back or asked another responder to take over.
    public var turns = 0
    /// How often they confirmed that they still have it.
    public var renewals = 0
    /// False once others are contacted although they have it: from then on they can only join.
    public var mayHold = true

    public init(
      person: Person.ID, isComing: Bool = false, turns: Int = 0, renewals: Int = 0,
      mayHold: Bool = true
    ) {
      self.person = person
      self.isComing = isComing
      self.turns = turns
      self.renewals = renewals
      self.mayHold = mayHold
    }

    /// Whether any more turns cost the others texts and calls.
    var isRestless: Bool { turns >= EscalationRules.mostTurns }
  }

  /// The responder's own entry; an empty one where there is none.
  public func helper(_ person: Person.ID) -> Helper {
    helpers.first { $0.person == person } ?? Helper(person: person)
  }

  mutating func note(_ person: Person.ID, _ change: (inout Helper) -> Void) {
    var helper = helper(person)
    change(&helper)
    helpers.removeAll { $0.person == person }
    helpers.append(helper)
  }

  /// Whether responders are contacted one step after the other: nobody has the alert.
  public var isCalling: Bool { stage == .calling || stage == .broadcasting }

  /// Whether this responder has said that they see to it.
  public func isHelping(_ person: Person.ID) -> Bool {
    holder == person || helper(person).isComing
  }
}

extension EscalationRules {
  /// Seconds after which another responder can take over from the one who has the alert.
  public static let takingOver: TimeInterval = 900
  /// How often one responder can confirm that they still have an alert: three hours in all, while its
  /// owner says nothing. Then the others are contacted again.
  public static let mostRenewals = 2
  /// How often one responder can give an alert back or pass it on with texts and calls to the others.
  public static let mostTurns = 3
}

extension Decision {
  /// The alert's row as it is stored after this decision; nil where it stays as it was.
  var escalation: Escalation? {
    for case .updateEscalation(let row, from: _) in mutations.reversed() { return row }
    return nil
  }
}
