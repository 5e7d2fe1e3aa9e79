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
  private var authStates: AsyncStream<UserData?> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: UserData?.self, bufferingPolicy: .bufferingNewest(1))
    let session = connection.session
    let watch = session.watch { [connection] credential in
      guard let credential else {
        continuation.yield(nil)
        return
      }
      Task {
        for failures in 0... {
          // Not if they have signed out again in the meantime.
          guard connection.session.credential == credential else { return }
          if let user = try? await answer(CurrentUser()) {
            continuation.yield(user)
            return
          }
          guard (try? await connection.pause(failures)) != nil else { return }
        }
      }
    }
    continuation.onTermination = { [weak session] _ in session?.unwatch(watch) }
    return stream
  }
}
