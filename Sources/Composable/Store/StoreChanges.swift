/// The revisions of a store, newest only. Each iteration observes on its own.
public struct StoreChanges: AsyncSequence, Sendable {
  public typealias Element = UInt64
  public typealias Failure = Never

  let control: StoreEngine

  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: UInt64.self, bufferingPolicy: .bufferingNewest(1))
    let observation = control.addObserver(
      { [link = control.link] in
        if let engine = link.engine { continuation.yield(engine.currentRevision) }
      },
      onEnd: { continuation.finish() })
    continuation.yield(control.currentRevision)
    continuation.onTermination = { [link = control.link] _ in
      link.engine?.removeObserver(observation)
    }
    return Iterator(base: stream.makeAsyncIterator())
  }

  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<UInt64>.AsyncIterator

    public mutating func next() async -> UInt64? {
      await base.next()
    }

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> UInt64? {
      await base.next(isolation: actor)
    }
  }
}
