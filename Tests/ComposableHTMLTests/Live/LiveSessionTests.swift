import Composable
import Foundation
import Testing

@testable import ComposableHTML

private func click(_ target: String, id: UUID = UUID()) -> ClientEvent {
  ClientEvent(id: id.uuidString, target: target, name: "click")
}

@Suite(.timeLimit(.minutes(1)))
struct LiveSessionTests {
  private func text(_ frame: LiveFrame) -> String { String(decoding: frame.html, as: UTF8.self) }

  private func nextFrame(
    _ signals: inout AsyncStream<LiveStream.Element>.Iterator
  ) async -> LiveFrame? {
    while let signal = await signals.next() {
      if case .frame(let frame) = signal { return frame }
    }
    return nil
  }

  @Test func `a change is sent to every tab, as the next revision`() async throws {
    let session = counterSession()
    let page = session.currentFrame()
    #expect(page.id == FrameID(epoch: "e1", revision: 1))
    var first = session.connect(after: page.id).makeAsyncIterator()
    var second = session.connect(after: page.id).makeAsyncIterator()
    session.store.send(.incrementButtonTapped)
    for frame in [await nextFrame(&first), await nextFrame(&second)] {
      #expect(frame?.id == FrameID(epoch: "e1", revision: 2))
      #expect(try text(#require(frame)).contains("Count: 1"))
    }
  }

  @Test func `a tab that connects gets the whole view, unless it shows it already`() async {
    let session = counterSession()
    let id = session.currentFrame().id
    for last in [nil, FrameID(epoch: "e0", revision: 1), FrameID(epoch: "e1", revision: 9)] {
      var stream = session.connect(after: last).makeAsyncIterator()
      #expect(await nextFrame(&stream)?.id == id)
    }
    let shown = session.connect(after: id)
    session.finish()
    var signals: [LiveStream.Element] = []
    for await signal in shown { signals.append(signal) }
    #expect(signals.isEmpty)
  }

  @Test func `a change while no tab was there is in the first frame, and costs nothing before`()
    async throws
  {
    let session = counterSession()
    let id = session.currentFrame().id
    for _ in 1...5 { session.store.send(.incrementButtonTapped) }
    var stream = session.connect(after: id).makeAsyncIterator()
    let frame = try #require(await nextFrame(&stream))
    #expect(frame.id.revision == 2)
    #expect(text(frame).contains("Count: 5"))
  }

  @Test func `a change that the page does not show sends no frame`() async throws {
    let session = counterSession()
    var stream = session.connect(after: session.currentFrame().id).makeAsyncIterator()
    for _ in 1...3 { session.store.send(.hiddenChange) }
    session.store.send(.incrementButtonTapped)
    let frame = try #require(await nextFrame(&stream))
    #expect(frame.id.revision == 2)
    #expect(text(frame).contains("Count: 1"))
  }

  @Test func `a slow tab gets the newest frame only, and a beat never displaces it`() async throws {
    let session = counterSession()
    let id = session.currentFrame().id
    var slow = session.connect(after: id).makeAsyncIterator()
    var quick = session.connect(after: id).makeAsyncIterator()
    var newest: LiveFrame?
    for _ in 1...20 {
      session.store.send(.incrementButtonTapped)
      newest = await nextFrame(&quick)
    }
    session.beat()
    let frame = try #require(await nextFrame(&slow))
    #expect(frame == newest)
    #expect(text(frame).contains("Count: 20"))
    session.beat()
    #expect(await slow.next() == .beat)
  }

  @Test func `revisions never show an earlier state after a later one`() async throws {
    let session = counterSession()
    var stream = session.connect(after: session.currentFrame().id).makeAsyncIterator()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...4 {
        group.addTask { for _ in 1...100 { session.store.send(.incrementButtonTapped) } }
        group.addTask { for _ in 1...100 { _ = session.currentFrame() } }
      }
    }
    // The counter only grows, so a frame that showed an earlier state would show a smaller number.
    var last = FrameID(epoch: "e1", revision: 0)
    var count = 0
    while count < 400 {
      let frame = try #require(await nextFrame(&stream))
      let digits = text(frame).split(separator: "Count: ")[1].prefix { $0.isNumber }
      #expect(frame.id.revision > last.revision)
      #expect(try #require(Int(digits)) > count)
      last = frame.id
      count = try #require(Int(digits))
    }
    #expect(session.currentFrame().id == last)
  }

  @Test func `a view that is slow to write is not overtaken by a later state`() async throws {
    // The writing of count 1 is held up until a frame of count 2 is out, or until it is clear that
    // none will come before this one is done.
    let slow = DispatchSemaphore(value: 0)
    let later = DispatchSemaphore(value: 0)
    let view = LiveView<CounterFeature.State, CounterFeature.Action> { state, _, _ in
      p {
        if state.count == 1 {
          let _ = slow.signal()
          let _ = later.wait(timeout: .now() + .milliseconds(300))
        }
        "Count: \(state.count)"
      }
    }
    let session = LiveSession(store: counterStore(), view: view, epoch: "e1")
    var stream = session.connect().makeAsyncIterator()
    session.store.send(.incrementButtonTapped)
    let other = Thread {
      slow.wait()
      session.store.send(.incrementButtonTapped)
      _ = session.currentFrame()
      later.signal()
    }
    other.start()
    var last = try #require(await nextFrame(&stream))
    while last.id.revision < 3 { last = try #require(await nextFrame(&stream)) }
    #expect(last.id.revision == 3, "a state was shown again after a later one")
    #expect(text(last) == "<p>Count: 2</p>")
  }

  @Test func `an event acts on the view of now`() {
    let session = counterSession(.init(rows: [1, 2]))
    #expect(session.receive(click("row-1")) == .handled)
    #expect(session.store.state.rows == [2])
    #expect(session.receive(click("row-1")) == .dropped)
    session.store.send(.lock)
    #expect(session.receive(click("increment")) == .dropped)
    #expect(session.store.state.count == 0)
  }

  @Test func `an event that is delivered twice acts once`() {
    let session = counterSession()
    let event = click("increment")
    #expect(session.receive(event) == .handled)
    #expect(session.receive(event) == .repeated)
    #expect(session.store.state.count == 1)
  }

  @Test func `many deliveries of one event at the same time act once`() async {
    let session = counterSession()
    let event = click("increment")
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...50 { group.addTask { session.receive(event) } }
    }
    #expect(session.store.state.count == 1)
  }

  @Test func `an event without a proper id is not acted on`() {
    let session = counterSession()
    for id in ["", "7", "zzzzzzzz-zzzz-4zzz-azzz-zzzzzzzzzzzz"] {
      #expect(
        session.receive(ClientEvent(id: id, target: "increment", name: "click")) == .malformed)
    }
    #expect(session.store.state.count == 0)
  }

  @Test func `finishing ends every stream, and later ones at once`() async {
    let session = counterSession()
    let streams = [session.connect(), session.connect()]
    session.finish()
    for stream in streams + [session.connect()] {
      for await _ in stream {}
    }
    #expect(session.tabCount == 0)
  }

  @Test func `a tab that leaves is forgotten`() async {
    let session = counterSession()
    let stream = session.connect()
    let task = Task { for await _ in stream {} }
    #expect(session.tabCount == 1)
    task.cancel()
    await task.value
    #expect(session.tabCount == 0)
  }

  @Test func `the stream's bytes tell the time first, then frames with their id`() async throws {
    let clock = ManualLiveClock()
    let session = counterSession(clock: clock)
    var bytes = session.connect().bytes.makeAsyncIterator()
    func next() async throws -> String {
      String(decoding: try #require(await bytes.next()), as: UTF8.self)
    }
    #expect(try await next() == "retry: 300\n\nevent: beat\ndata: 1000000000\n\n")
    clock.advance(by: 1)
    let message = try await next()
    #expect(message.hasPrefix("id: e1.1\ndata: e1.1 1000001000\ndata: <p id=\"count\">"))
    #expect(message.hasSuffix("\n\n"))
    session.beat()
    #expect(try await next() == "event: beat\ndata: 1000001000\n\n")
  }

  @Test func `a reply carries the view in the words of a frame`() {
    let session = counterSession()
    session.receive(click("increment"))
    let body = String(decoding: session.replyBody(), as: UTF8.self)
    #expect(body.hasPrefix("e1.1 1000000000\n<p id=\"count\">Count: 1</p>"))
  }

  @Test func `a session that is released lets its store and its tabs go`() async {
    var session: CounterSession? = counterSession()
    let stream = session?.connect()
    weak let store = session?.store
    session = nil
    #expect(store == nil)
    if let stream { for await _ in stream {} }
  }
}
