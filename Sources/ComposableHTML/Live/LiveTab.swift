/// A tab as its session sees it: somebody to be told the newest.
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
    // A frame that still waits says that the connection is alive, too.
    continuation.yield(waiting)
  }

  func end() { continuation.finish() }
}
