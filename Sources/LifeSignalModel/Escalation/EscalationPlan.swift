public import Foundation

/// The order in which a person's responders are called, and how long each step has to answer.
///
/// Responders whom the plan does not name are called after its last step: an outdated list must not
/// leave out a person who has agreed to help.
public struct EscalationPlan: Equatable, Codable, Sendable {
  /// The responders who are called together.
  public struct Step: Equatable, Codable, Sendable {
    public var responders: [Person.ID]
    /// Seconds until the next step is called, 60–3,600.
    public var wait: TimeInterval

    public init(responders: [Person.ID], wait: TimeInterval = EscalationPlan.defaultWait) {
      self.responders = responders
      self.wait = wait
    }
  }

  public static let defaultWait: TimeInterval = 300
  public static let waits: ClosedRange<TimeInterval> = 60...3_600
  public static let mostSteps = 10
  public static let allowedRounds = 1...5
  /// Waits to choose from, in seconds.
  public static let offeredWaits: [TimeInterval] = [60, 120, 300, 600, 900, 1_800, 3_600]

  public var steps: [Step]
  /// How many rounds of all steps come before all responders are called together, 1–5.
  public var rounds: Int

  public init(steps: [Step], rounds: Int = 3) {
    self.steps = steps
    self.rounds = rounds
  }

  /// The plan of a person who has made none: all responders together, repeatedly.
  public static let everybody = EscalationPlan(steps: [])

  /// - Parameter responders: the person's accepted responders, the only ones a plan may name.
  /// - Throws: ``Refusal/planNamesNobody``, ``Refusal/tooManySteps``, ``Refusal/invalidWait``,
  ///   ``Refusal/invalidRounds``, ``Refusal/namedTwice`` within one step,
  ///   ``Refusal/notYourResponder``.
  public func validated(responders: Set<Person.ID>) throws(Refusal) -> EscalationPlan {
    guard !steps.isEmpty, steps.allSatisfy({ !$0.responders.isEmpty }) else {
      throw .planNamesNobody
    }
    guard steps.count <= Self.mostSteps else { throw .tooManySteps }
    guard Self.allowedRounds.contains(rounds) else { throw .invalidRounds }
    for step in steps {
      guard Self.waits.contains(step.wait) else { throw .invalidWait }
      guard Set(step.responders).count == step.responders.count else { throw .namedTwice }
      guard responders.isSuperset(of: step.responders) else { throw .notYourResponder }
    }
    return self
  }

  /// The steps for these responders, whose order does not matter: without people who are no longer
  /// responders, without steps that became empty, and with all responders the plan does not name as
  /// the last step.
  public func resolved(for responders: [Person.ID]) -> [Step] {
    let known = Set(responders)
    var resolved = steps.map { step in
      Step(responders: step.responders.filter(known.contains), wait: step.wait)
    }
    resolved.removeAll(where: \.responders.isEmpty)
    let named = Set(steps.flatMap(\.responders))
    let others = responders.filter { !named.contains($0) }.sorted()
    if !others.isEmpty { resolved.append(Step(responders: others)) }
    return resolved
  }
}
