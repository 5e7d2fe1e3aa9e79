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
      authStateStream: {
        connection.session.signInState.person(pause: connection.pause) { credential in
          guard credential != nil else { return nil }
          return { try await answer(CurrentUser()) }
        }
      })
  }
}
