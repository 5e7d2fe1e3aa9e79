import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var auth: AuthClient {
    AuthClient(
      isAuthenticated: { session.identity.person != nil },
      currentUserId: { try await answering { try person() } },
      currentUser: {
        try await answering {
          guard let person = session.identity.person else { return nil }
          return try await engine.user(person)
        }
      },
      sendVerificationCode: { number, region in
        try await answering {
          let outcome = try await engine.perform(
            .requestCode(phoneNumber: number, region: region, network: session.network),
            by: .visitor)
          guard case .codeSent(let id, _) = outcome else { throw UnexpectedOutcome() }
          return id.rawValue
        }
      },
      verifyCode: { code, verificationID in
        try await answering {
          try await sessions.signIn(session) {
            let outcome = try await engine.perform(
              .verifyCode(
                OneTimeCode.ID(rawValue: verificationID), code: code, label: session.label),
              by: .visitor)
            guard case .signedIn(let signIn) = outcome else { throw UnexpectedOutcome() }
            return signIn
          }
        }
      },
      signOut: {
        try await answering { try await sessions.signOut(session) }
      },
      authStateStream: {
        AsyncStream(session.identities()) { identity in
          guard let person = identity.person else { return UserData?.none }
          return try? await engine.user(person)
        }
      })
  }
}

extension AsyncStream where Element: Sendable {
  /// Each value of another stream, put through an asynchronous translation.
  init<Source: Sendable>(
    _ source: AsyncStream<Source>, _ translate: @escaping @Sendable (Source) async -> Element
  ) {
    let reader = StreamReader(source)
    self.init {
      guard let value = await reader.next() else { return nil }
      return await translate(value)
    }
  }
}

/// A stream's iterator for a closure that must be sendable. One consumer at a time.
actor StreamReader<Element: Sendable> {
  private var iterator: AsyncStream<Element>.Iterator

  init(_ stream: AsyncStream<Element>) { iterator = stream.makeAsyncIterator() }

  func next() async -> Element? {
    var iterator = iterator
    defer { self.iterator = iterator }
    return await iterator.next(isolation: self)
  }
}
