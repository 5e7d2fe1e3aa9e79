import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension Client {
  /// Runs the action, after the person has re-authenticated with a code if that is required.
  ///
  /// The prompt goes to standard error, so that standard output contains only the result.
  func proving<Value>(_ act: () async throws -> Value) async throws -> Value {
    do {
      return try await act()
    } catch Refusal.proofNeeded {
      let id = try await clients.proof.sendCode()
      guard let code = ask("To confirm that it is you, the code that was sent to you:"),
        !code.isEmpty
      else { throw Refusal.proofNeeded }
      try await clients.proof.prove(code, id)
      return try await act()
    }
  }
}
