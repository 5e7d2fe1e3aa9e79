import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var passkeys: PasskeyClient {
    PasskeyClient(
      startRegistration: {
        try await answering {
          try await proving(.passkey) { try await engine.passkeyCreation(by: actor()) }
        }
      },
      register: { answer in
        try await  // "Unknown browser" at the least, as soon as one has been here.
          register(answer, name: session.label.isEmpty ? "LifeSignal" : session.label)  // no words
      },
      startRequest: {
        try await answering {
          try await engine.passkeyRequest(
            by: session.identity == .visitor ? .visitor : actor(), network: session.network)
        }
      },
      startSuggestion: {
        try await answering {
          try await engine.passkeyRequest(
            by: .visitor, network: session.network, isSuggestion: true)
        }
      },
      signIn: { answer in
        try await answering {
          try await sessions.signIn(session) {
            try await engine.signIn(with: answer, by: Visitor(from: session.origin))
          }
        }
      },
      prove: { answer in
        try await answering {
          try await proving { try await engine.prove(with: answer, by: Member(actor())) }
        }
      })
  }

  func register(_ answer: PasskeyAnswer, name: String) async throws -> PasskeyData {
    try await answering {
      try await proving(.passkey) {
        try await engine.registerPasskey(answer, name: name, by: Member(actor()))
      }
    }
  }
}
