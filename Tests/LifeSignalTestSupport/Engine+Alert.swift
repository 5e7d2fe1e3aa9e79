public import LifeSignalEngine
public import LifeSignalModel

extension Engine {
  /// Raises this person's alert.
  /// - Returns: the one that is on.
  @discardableResult
  public func raiseAlert(of person: Person.ID) async throws -> AlertRecord {
    try await perform(ActivateAlert(), by: Member(person))
    guard let alert = try await alerts(of: person).first else { throw Refusal.alertNotFound }
    return alert
  }

  /// Alerts this person raised by hand, newest first.
  public func alerts(of person: Person.ID) async throws -> [AlertRecord] {
    try await answer(GetAlertHistory(), to: Member(person)).items
  }
}
