import Synchronization

/// One text's use of the limits: counted once, however often the transaction that decides it runs.
final class ReplyTakes: Sendable {
  private struct State {
    var guess: GuessLimits.Taken?
    var wasRight = false
    var mayAnswer: Bool?
  }

  private let state = Mutex(State())

  /// Whether the first `take` got a try.
  func mayGuess(_ take: () -> GuessLimits.Taken) -> Bool {
    state.withLock { state in
      let taken = state.guess ?? take()
      state.guess = taken
      guard case .one = taken else { return false }
      return true
    }
  }

  /// The answer of the first `take`.
  func mayAnswer(_ take: () -> Bool) -> Bool {
    state.withLock { state in
      let answer = state.mayAnswer ?? take()
      state.mayAnswer = answer
      return answer
    }
  }

  /// Notes that the guessed text is a valid code.
  func wasRight() { state.withLock { $0.wasRight = true } }

  /// The counted try, when its code was right; nil otherwise.
  var givesBack: GuessLimits.Try? {
    state.withLock { state in
      guard state.wasRight, case .one(let made) = state.guess else { return nil }
      return made
    }
  }
}
