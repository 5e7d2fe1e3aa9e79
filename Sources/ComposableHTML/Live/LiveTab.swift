/// A tab as its session sees it: a receiver of the newest frame.
protocol LiveTab: Sendable {
  /// A beat never takes the place of a frame that still waits.
  func signal(_ signal: LiveStream.Element)
  /// The session is over. Called once.
  func end()
}

/// A tab that iterates over a ``LiveStream``.
struct StreamTab: LiveTab {
  let continuation: AsyncStream<LiveStream.Element>.Continuation

  func signal(_ signal: LiveStream.Element) {
    guard case .dropped(let waiting) = continuation.yield(signal), signal == .beat else { return }
    // A waiting frame also shows that the connection is alive.
    continuation.yield(waiting)
  }

  func end() { continuation.finish() }
}
