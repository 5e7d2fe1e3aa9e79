public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var passkeys: PasskeyClient {
    PasskeyClient(
      getPasskeys: { try await connection.call(APITable.getPasskeys).items },
      startRegistration: { try await connection.call(APITable.startPasskey) },
      register: { answer in
        try await connection.call(
          APITable.registerPasskey, NewPasskeyRequest(name: connection.agent, answer: answer))
      },
      rename: { id, name in
        try await connection.tell(
          APITable.renamePasskey, PasskeyNameRequest(id: id, name: name))
      },
      remove: { id in
        try await connection.tell(APITable.removePasskey, PasskeyReference(id: id))
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
