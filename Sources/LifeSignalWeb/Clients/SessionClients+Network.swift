import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var user: UserClient {
    UserClient(
      currentUser: { try await answering { try await engine.user(person()) } },
      updateProfile: { first, last, note in
        try await answering {
          try await perform(.updateProfile(firstName: first, lastName: last, emergencyNote: note))
        }
      },
      updateNotificationPreferences: { preferences in
        try await answering {
          try await perform(.setNotificationPreferences(preferences))
        }
      },
      refreshQRCodeID: {
        try await answering {
          guard case .qrCode(let id) = try await outcome(of: .resetQRCode) else {
            throw UnexpectedOutcome()
          }
          return id
        }
      },
      setLanguage: { language in
        try await answering { try await perform(.setLanguage(language)) }
      },
      // A browser has no token of its own kind; Web Push registers elsewhere.
      updatePushToken: { _ in },
      userStream: {
        following([.user, .checkIns, .alert, .sessions]) { person, changes in
          if changes.contains(.sessions) { try await endIfRevoked() }
          return try await engine.user(person)
        }
      },
      currentUserID: { session.identity.person })
  }

  var contacts: ContactClient {
    @Sendable func contact(_ id: Person.ID) async throws -> ContactData {
      try await engine.contact(id, of: person())
    }
    return ContactClient(
      getContacts: {
        try await answering { try await engine.contacts(of: person()) }
      },
      getContact: { id in try await answering { try await contact(id) } },
      getContactInfo: { code in
        try await answering {
          _ = try person()
          return try await engine.contactInfo(qrCode: code)
        }
      },
      addContact: { code, isResponder, isDependent in
        try await answering {
          let outcome = try await outcome(
            of: .requestRelation(qrCode: code, isResponder: isResponder, isDependent: isDependent))
          guard case .relation(let peer, _) = outcome else { throw UnexpectedOutcome() }
          return try await contact(peer)
        }
      },
      acceptContact: { id in
        try await answering {
          try await perform(.acceptRelation(id))
          return try await contact(id)
        }
      },
      declineContact: { id in
        try await answering { try await perform(.declineRelation(id)) }
      },
      updateContact: { id, isResponder, isDependent in
        try await answering {
          try await perform(
            .updateRoles(id, isResponder: isResponder, isDependent: isDependent))
          return try await contact(id)
        }
      },
      removeContact: { id in
        try await answering { try await perform(.endRelation(id)) }
      },
      contactsStream: { following(.contacts) { try await engine.contacts(of: $0) } })
  }

  var notification: NotificationClient {
    NotificationClient(
      getNotifications: {
        try await answering {
          try await engine.notifications(of: person(), limit: 50)
        }
      },
      markAsRead: { id in
        try await answering { try await perform(.markRead(id)) }
      },
      markAllAsRead: { try await answering { try await perform(.markAllRead) } },
      clearNotification: { id in
        try await answering { try await perform(.clearNotification(id)) }
      },
      clearAllNotifications: {
        try await answering { try await perform(.clearNotifications) }
      },
      // A server has no device: no token, no local reminders, no permission to ask for. The
      // engine's own deadlines remind.
      registerForPushNotifications: {},
      scheduleCheckInReminder: { _ in },
      cancelScheduledNotifications: { _ in },
      requestAuthorization: { false },
      getAuthorizationStatus: { .notDetermined },
      updateNotificationSettings: { preferences in
        try await answering {
          try await perform(.setNotificationPreferences(preferences))
        }
      },
      notificationStream: {
        following(.notifications) { try await engine.notifications(of: $0, limit: 100) }
      },
      streamNotificationResponses: { AsyncStream { $0.finish() } },
      streamPushTokenUpdates: { AsyncStream { $0.finish() } })
  }

  var preferences: PreferencesClient {
    @Sendable func value(_ key: String) async -> String? {
      guard let person = session.identity.person else { return nil }
      return try? await engine.preferences(of: person)[key]
    }
    // Sort orders and filters: losing one is no reason to disturb the person.
    @Sendable func set(_ value: String?, _ key: String) async {
      _ = try? await perform(.setPreference(key: key, value: value))
    }
    return PreferencesClient(
      string: { await value($0) },
      setString: { await set($0, $1) },
      bool: { await value($0).map { $0 == "true" } },
      setBool: { await set($0 ? "true" : "false", $1) },
      data: { await value($0).flatMap { Data(base64Encoded: $0) } },
      setData: { await set($0?.base64EncodedString(), $1) },
      // Kept per person, not per browser: nothing stays here when somebody signs out.
      removeAll: { _ in })
  }
}
