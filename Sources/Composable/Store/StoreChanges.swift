/// The revisions of a store, newest only. Each iteration observes on its own.
public struct StoreChanges: AsyncSequence, Sendable {
  public typealias Element = UInt64
  public typealias Failure = Never

  let control: StoreEngine

  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: UInt64.self, bufferingPolicy: .bufferingNewest(1))
    let last = ObservedValue<UInt64>(nil)
    let notify: @Sendable () -> Void = { [link = control.link] in
      last.update(from: { link.engine?.currentRevision }) { continuation.yield($0) }
    }
    let observation = control.addObserver(notify, onEnd: { continuation.finish() })
    notify()
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
