import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func passkeys(_ table: APIAnswers) {
    table.answer(APITable.startPasskey) { call, _ in
      try await call.clients.passkeys.startRegistration()
    }
    table.answer(APITable.registerPasskey) { call, input in
      try await call.clients.register(input.answer, name: input.name)
    }
    table.answer(APITable.startPasskeyProof) { call, _ in
      try await call.clients.passkeys.startRequest()
    }
    table.do(APITable.proveWithPasskey) { call, input in
      try await call.clients.passkeys.prove(input)
    }
    table.answer(APITable.startPasskeySignIn) { call, _ in
      try await call.clients.passkeys.startRequest()
    }
    table.answer(APITable.signInWithPasskey) { call, input in
      call.name(input.label)
      return try await call.credential { try await call.clients.passkeys.signIn(input.answer) }
    }
  }
}
