public import Foundation

extension Escalation {
  /// A responder's record for this alert, apart from whether they have it now.
  public struct Helper: Codable, Equatable, Sendable {
    public var person: Person.ID
    /// The responder has answered that they are coming too.
    public var isComing = false
    /// How often they gave the alert back, stopped coming, or asked another responder to take over.
    public var turns = 0
    /// How often they confirmed that they still have it.
    public var renewals = 0
    /// False once the owner had others contacted although they had it, and once they gave it back after
    /// ``EscalationRules/mostTurns`` turns: from then on they can only join.
    public var mayHold = true
    /// When they reported that they have reached the person, whose alert stays on.
    public var reachedAt: Date?

    public init(
      person: Person.ID, isComing: Bool = false, turns: Int = 0, renewals: Int = 0,
      mayHold: Bool = true, reachedAt: Date? = nil
    ) {
      self.person = person
      self.isComing = isComing
      self.turns = turns
      self.renewals = renewals
      self.mayHold = mayHold
      self.reachedAt = reachedAt
    }

    /// Whether their person may rely on their coming: not where the owner had others contacted
    /// instead of them, nor after they gave the alert back repeatedly.
    public var isReliedOn: Bool { isComing && mayHold }

    /// Whether they have used up the turns that may cost texts and calls.
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

  /// Whether responders are being contacted, because no one has the alert.
  public var isCalling: Bool { stage == .calling || stage == .broadcasting }

  /// Whether this responder has answered that they are on it or coming too.
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
