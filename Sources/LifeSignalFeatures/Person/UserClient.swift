public import Composable
public import Foundation
public import LifeSignalModel

/// The signed-in person's own record.
@DependencyClient
public struct UserClient: Sendable {
  public var currentUser: @Sendable () async throws -> UserData
  /// Changes what differs from what the page showed. Over HTTP all texts are sent.
  public var updateProfile: @Sendable (Edit<Profile>) async throws -> Void
  public var deleteProfileImage: @Sendable () async throws -> Void
  /// Everything that is stored about the person, as one JSON document.
  public var exportData: @Sendable () async throws -> Data
  /// Deletes the account for good and ends every session; needs the code of
  /// ``AuthClient/sendDeletionCode``.
  public var deleteAccount:
    @Sendable (_ code: String, _ verificationID: String) async throws -> Void
  public var updateNotificationPreferences: @Sendable (NotificationPreferences) async throws -> Void
  /// Makes a new code, which it returns; earlier copies stop working immediately.
  public var refreshQRCodeID: @Sendable () async throws -> QRCodeID
  /// Sets the language of pages and messages, on every device.
  public var setLanguage: @Sendable (Language) async throws -> Void
  public var updatePushToken: @Sendable (String?) async throws -> Void
  /// The own record, current value first, then after every change of it: profile, settings,
  /// check-ins, status and the own alert.
  public var userStream: @Sendable () -> Updates<UserData> = { .finished }
}

extension UserClient {
  /// The live value.
  /// - Parameter exportData: carried out by the session, as an export is no change and no plain read.
  public init(
    _ performer: some Performer, exportData: @escaping @Sendable () async throws -> Data
  ) {
    self.init(
      currentUser: { try await performer.answer(CurrentUser()) },
      updateProfile: { try await performer.perform(UpdateProfile($0.wanted, seen: $0.seen)) },
      deleteProfileImage: { try await performer.perform(RemovePicture()) },
      exportData: exportData,
      deleteAccount: {
        try await performer.perform(
          DeleteAccount(code: $0, verificationID: OneTimeCode.ID(rawValue: $1)))
      },
      updateNotificationPreferences: {
        try await performer.perform(UpdateNotificationPreferences($0))
      },
      refreshQRCodeID: { try await performer.perform(RefreshQRCodeID()).qrCodeID },
      setLanguage: { try await performer.perform(SetLanguage(language: $0)) },
      updatePushToken: { try await performer.perform(UpdatePushToken(token: $0)) },
      userStream: { performer.answers(to: CurrentUser()) })
  }
}

extension UserClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = UserClient()
}

extension DependencyValues {
  public var userClient: UserClient {
    get { self[UserClient.self] }
    set { self[UserClient.self] = newValue }
  }
}
