import Composable
import Foundation
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
      authStateStream: { authStates })
  }

  /// A member without a chosen language gets that of the browser they sign in with. Sign-in does
  /// not depend on it.
  private func learnLanguage(of signIn: SignIn) async {
    guard let user = try? await engine.user(signIn.person), user.language == nil else { return }
    _ = try? await engine.perform(
      SetLanguage(language: session.language), by: Member(signIn.person))
  }

  /// The signed-in person, now and after every change.
  private var authStates: Updates<UserData?> {
    Updates { [engine, session, pause] show in
      let turns = NSLock()
      let watch = session.watch { [weak session] identity in
        // One state at a time, and only the present one: then the newest is shown last.
        let showIfPresent: @Sendable (UserData?) -> Void = { [weak session] user in
          turns.withLock { if session?.identity == identity { show(user) } }
        }
        guard let person = identity.person else { return showIfPresent(nil) }
        Task.detached { [weak session] in
          for failures in 1... {
            guard session?.identity == identity else { return }
            if let user = try? await engine.user(person) { return showIfPresent(user) }
            guard (try? await pause(failures)) != nil else { return }
          }
        }
      }
      return { [weak session] in session?.unwatch(watch) }
    }
  }
}
