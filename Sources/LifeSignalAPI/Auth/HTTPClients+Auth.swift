import Composable
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
      let watch = session.watch { credential in
        guard let credential else { return show(nil) }
        Task {
          for failures in 0... {
            // Not if they have signed out again in the meantime.
            guard session.credential == credential else { return }
            if let user = try? await answer(CurrentUser()) { return show(user) }
            guard (try? await connection.pause(failures)) != nil else { return }
          }
        }
      }
      return { [weak session] in session?.unwatch(watch) }
    }
  }
}
