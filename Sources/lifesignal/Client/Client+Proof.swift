import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension Client {
  /// Does it, after the code that shows that it is still the person who asks, where that is wanted.
  ///
  /// Asked on standard error: what is written to standard output stays what it is.
  func proving<Value>(_ act: () async throws -> Value) async throws -> Value {
    do {
      return try await act()
    } catch Refusal.proofNeeded {
      let id = try await clients.proof.sendCode()
      guard let code = ask("To confirm that it is you, the code that was sent to your phone:"),
        !code.isEmpty
      else { throw Refusal.proofNeeded }
      try await clients.proof.prove(code, id)
      return try await act()
    }
  }
}
