import LifeSignalEngine
package import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  package var auth: AuthClient {
    AuthClient(
      self, isSignedIn: { session.identity != .visitor },
      verifyCode: { code, id in
        try await answering {
          try await sessions.signIn(session) {
            let signIn = try await engine.perform(
              VerifyCode(code: code, verificationID: OneTimeCode.ID(rawValue: id)),
              by: Visitor(from: session.origin))
            await learnLanguage(of: signIn)
            return signIn
          }
        }
      },
      signOut: {
        try await answering { try await sessions.signOut(session) }
      },
      authStateStream: {
        session.signInState.person(pause: { [pause] in try await pause($0 + 1) }) {
          [engine] identity in
          guard let person = identity.person else { return nil }
          return { try await engine.user(person) }
        }
      })
  }

  /// A member without a chosen language gets that of the browser they sign in with. Sign-in does
  /// not depend on it.
  private func learnLanguage(of signIn: SignIn) async {
    guard let user = try? await engine.user(signIn.person), user.language == nil else { return }
    _ = try? await engine.perform(
      SetLanguage(language: session.language), by: Member(signIn.person))
  }
}
