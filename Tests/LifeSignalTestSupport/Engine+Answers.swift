public import LifeSignalEngine
public import LifeSignalModel

extension Engine {
  /// Newest first.
  public func checkIns(of person: Person.ID, limit: Int? = nil) async throws -> [CheckInRecord] {
    try await answer(GetCheckInHistory(limit: limit), to: Member(person)).items
  }
}
