extension AsyncStream {
  /// A stream without values.
  public static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
