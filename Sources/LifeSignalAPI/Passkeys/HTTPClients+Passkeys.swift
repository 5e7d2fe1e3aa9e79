public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var passkeys: PasskeyClient {
    PasskeyClient(
      startRegistration: {
        try await connection.call(APITable.startPasskey, Empty(), proving: .passkey)
      },
      register: { answer in
        try await connection.call(
          APITable.registerPasskey, NewPasskeyRequest(name: connection.agent, answer: answer),
          proving: .passkey)
      },
      startRequest: {
        try await connection.call(
          connection.session.credential == nil
            ? APITable.startPasskeySignIn : APITable.startPasskeyProof)
      },
      startSuggestion: { try await connection.call(APITable.startPasskeySignIn) },
      signIn: { answer in
        let credential = try await connection.call(
          APITable.signInWithPasskey,
          PasskeySignInRequest(answer: answer, label: connection.agent))
        connection.session.begin(credential)
      },
      prove: { answer in try await connection.tell(APITable.proveWithPasskey, answer) })
  }
}
