import Foundation
import Synchronization
import Testing

@testable import LifeSignalDelivery

@Suite(.timeLimit(.minutes(1))) struct `Threads for mails` {
  private let order = Order()

  private final class Order: Sendable {
    let names = Mutex<[String]>([])
  }

  private func job(
    _ name: String, after gate: DispatchSemaphore? = nil, begun: DispatchSemaphore? = nil
  ) -> MailThreads.Job {
    MailThreads.Job { [order] in
      begun?.signal()
      gate?.wait()
      order.names.withLock { $0.append(name) }
      return SMTPAnswer(stage: .sent, code: 250)
    }
  }

  /// Not on a thread that tasks need.
  private func begun(_ semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        semaphore.wait()
        continuation.resume()
      }
    }
  }

  @Test func `an urgent job goes before all that wait`() async {
    let threads = MailThreads(most: 1)
    let (gate, isRunning) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = job("first", after: gate, begun: isRunning)
    await withTaskGroup { group in
      group.addTask { _ = await threads.run(first, isUrgent: false) }
      await begun(isRunning)
      for (index, name) in ["reminder", "alarm"].enumerated() {
        let next = job(name)
        group.addTask { _ = await threads.run(next, isUrgent: name == "alarm") }
        while threads.waiting <= index { await Task.yield() }
      }
      gate.signal()
    }
    #expect(order.names.withLock { $0 } == ["first", "alarm", "reminder"])
  }

  @Test func `a waiting job that is cancelled answers immediately, and never runs`() async {
    let threads = MailThreads(most: 1)
    let (gate, isRunning) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = job("first", after: gate, begun: isRunning)
    let second = job("second")
    await withTaskGroup { group in
      group.addTask { _ = await threads.run(first, isUrgent: false) }
      await begun(isRunning)
      let waits = Task { await threads.run(second, isUrgent: true) }
      while threads.waiting == 0 { await Task.yield() }
      second.cancel()
      // The thread is still taken: the answer has not waited for it.
      #expect(await waits.value.code == 0)
      gate.signal()
    }
    #expect(order.names.withLock { $0 } == ["first"])
    // One cancelled before it was handed over.
    let third = job("third")
    third.cancel()
    #expect(await threads.run(third, isUrgent: false).code == 0)
  }

  @Test func `so many run at once`() async {
    let threads = MailThreads(most: 3)
    let (gate, isRunning) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    await withTaskGroup { group in
      for name in ["a", "b", "c"] {
        let next = job(name, after: gate, begun: isRunning)
        group.addTask { _ = await threads.run(next, isUrgent: false) }
      }
      for _ in 1...3 { await begun(isRunning) }
      for _ in 1...3 { gate.signal() }
    }
    #expect(order.names.withLock { $0.sorted() } == ["a", "b", "c"])
  }
}
