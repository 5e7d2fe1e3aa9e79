public import Composable
public import LifeSignalModel

/// The signed-in person's check-in codes on paper.
@DependencyClient
public struct CheckInCodesClient: Sendable {
  /// The valid sheet; nil while there is none. Never a code.
  public var getSheet: @Sendable () async throws -> CheckInSheetData?
  /// Makes a new sheet; earlier codes stop working. The answer is the only one with the codes.
  public var make: @Sendable (_ told: [Person.ID]) async throws -> NewCheckInSheet
  public var revoke: @Sendable () async throws -> Void
  /// The sheet now, and after every change.
  public var sheetStream: @Sendable () -> Updates<CheckInSheetData?> = { .finished }
}

extension CheckInCodesClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      getSheet: { try await performer.answer(GetCheckInCodes()).sheet },
      make: { try await performer.perform(MakeCheckInCodes(told: $0)) },
      revoke: { try await performer.perform(RevokeCheckInCodes()) },
      sheetStream: { performer.answers(to: GetCheckInCodes()) { $0.sheet } })
  }
}

extension CheckInCodesClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = CheckInCodesClient()
}

extension DependencyValues {
  public var checkInCodesClient: CheckInCodesClient {
    get { self[CheckInCodesClient.self] }
    set { self[CheckInCodesClient.self] = newValue }
  }
}
