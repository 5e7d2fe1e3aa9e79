import Composable
import Foundation
public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var auth: AuthClient {
    AuthClient(
      self, isSignedIn: { connection.session.credential != nil },
      verifyCode: { code, verificationID in
        let credential = try await connection.call(
          APITable.verifyCode,
          VerifyCodeRequest(
            code: code, verificationID: verificationID, label: connection.agent))
        connection.session.begin(credential)
      },
      signOut: {
        guard let token = connection.session.credential?.token else { return }
        do {
          try await perform(SignOut())
        } catch Refusal.notSignedIn {
          // Ended elsewhere already.
        }
        connection.session.end(token)
      },
      authStateStream: { authStates })
  }

  /// The signed-in person, now and after every change.
  private var authStates: Updates<UserData?> {
    Updates { show in
      let session = connection.session
      let turns = NSLock()
      let watch = session.watch { credential in
        // One state at a time, and only the present one: then the newest is shown last.
        let showIfPresent: @Sendable (UserData?) -> Void = { user in
          turns.withLock { if session.credential == credential { show(user) } }
        }
        guard credential != nil else { return showIfPresent(nil) }
        Task.detached {
          for failures in 0... {
            guard session.credential == credential else { return }
            if let user = try? await answer(CurrentUser()) { return showIfPresent(user) }
            guard (try? await connection.pause(failures)) != nil else { return }
          }
        }
      }
      return { [weak session] in session?.unwatch(watch) }
    }
  }
}
