public import Composable
import Foundation
import Synchronization

/// One browser session: a store, the view of its tabs, and their events.
///
/// All tabs of a browser share the session. Whenever the store has changed and a tab is connected,
/// the view is written once and sent to every tab, unless it is the same as before; changes that
/// follow each other faster than that become one frame. Nothing of the view is kept between frames
/// but its hash, so that ten thousand idle sessions are cheap.
///
/// Every method may be called from any thread.
public final class LiveSession<State: Sendable, Action: Sendable>: RegisteredStore {
  public let store: Store<State, Action>
  public let epoch: String

  private let view: LiveView<State, Action>
  private let clock: LiveClock
  /// In use while a tab is connected, and whenever an event of one arrives.
  private let use: StoreUse?
  /// Held while the view is written, so that a later revision never shows an earlier state.
  private let shown: Locked<Shown>
  private let tabs: Locked<Tabs>
  private let observation = Locked<StoreObservation?>(nil)

  private struct Shown {
    var revision: UInt64 = 0
    var hash = 0
  }

  private struct Tabs {
    var connected: [UInt64: any LiveTab] = [:]
    var nextNumber: UInt64 = 0
    var recent: RecentEvents
    var isShowing = false
    var isStale = false
    var isFinished = false
  }

  /// - Parameter epoch: names this life of the store; without dots or spaces.
  public convenience init(
    store: Store<State, Action>, view: LiveView<State, Action>, clock: LiveClock = .system,
    epoch: String? = nil
  ) {
    self.init(
      store: store, view: view, clock: clock, epoch: epoch ?? FrameID.newEpoch(),
      recent: RecentEvents(), use: nil)
  }

  init(
    store: Store<State, Action>, view: LiveView<State, Action>, clock: LiveClock, epoch: String,
    recent: RecentEvents, use: StoreUse?
  ) {
    self.store = store
    self.view = view
    self.clock = clock
    self.epoch = epoch
    self.use = use
    shown = Locked(Shown())
    tabs = Locked(Tabs(recent: recent))
    let observation = store.observe { [weak self] in self?.storeChanged() }
    self.observation.withLock { $0 = observation }
  }

  deinit { finish() }

  // MARK: The view

  /// The view as it is now, for the page a tab starts with; put its id into the live root.
  public func currentFrame() -> LiveFrame {
    use?.note()
    return show(to: nil, unless: nil)
  }

  /// The view as it is now, as the body of the reply to an event whose tab reports that its stream
  /// is down (``ClientEvent/isStreamDown``).
  public func replyBody() -> [UInt8] {
    currentFrame().body(at: clock.milliseconds)
  }

  /// Follows the session from a tab.
  ///
  /// - Parameter last: the frame that the tab shows already: `Last-Event-ID`, or else the page's
  ///   `after`. Unless that is the view of now, a frame comes first.
  /// - Returns: a stream that keeps the newest frame only; it has ended already if the session has.
  public func connect(after last: FrameID? = nil) -> LiveStream {
    let (signals, continuation) = AsyncStream.makeStream(
      of: LiveStream.Element.self, bufferingPolicy: .bufferingNewest(1))
    if let number = add(StreamTab(continuation: continuation)) {
      continuation.onTermination = { [weak self] _ in self?.disconnect(number) }
      _ = show(to: number, unless: last)
    } else {
      continuation.finish()
    }
    return LiveStream(signals: signals, clock: clock)
  }

  /// Follows the session from a tab by pushing bytes of type `text/event-stream`.
  ///
  /// - Parameters:
  ///   - last: as above.
  ///   - write: is never called again before it has reported that it is done.
  ///   - onEnd: called once, when the session has ended or a write has failed; immediately if the
  ///     session has ended already.
  public func connect(
    after last: FrameID?, write: @escaping LiveConnection.Write,
    onEnd: @escaping @Sendable () -> Void
  ) -> LiveConnection {
    let tab = PushTab(clock: clock, write: write, onEnd: onEnd)
    guard let number = add(tab) else {
      onEnd()
      return LiveConnection {}
    }
    tab.open()
    _ = show(to: number, unless: last)
    return LiveConnection { [weak self] in
      tab.close()
      self?.disconnect(number)
    }
  }

  /// The tab's number, or nil when the session has ended.
  private func add(_ tab: some LiveTab) -> UInt64? {
    tabs.withLock { tabs in
      guard !tabs.isFinished else { return nil }
      tabs.nextNumber += 1
      tabs.connected[tabs.nextNumber] = tab
      use?.begin()
      return tabs.nextNumber
    }
  }

  private func disconnect(_ number: UInt64) {
    // A finished session has let all its tabs go already.
    let hasLeft = tabs.withLock { $0.connected.removeValue(forKey: number) != nil }
    if hasLeft { use?.end() }
  }

  private func storeChanged() {
    let isFirst = tabs.withLock { tabs in
      guard !tabs.connected.isEmpty else { return false }
      tabs.isStale = true
      defer { tabs.isShowing = true }
      return !tabs.isShowing
    }
    guard isFirst else { return }
    Task { [weak self] in
      // A task that is about to send another action goes first: that is one frame less to write.
      await Task.yield()
      while let self, self.beginShowing() { _ = self.show(to: nil, unless: nil) }
    }
  }

  private func beginShowing() -> Bool {
    tabs.withLock { tabs in
      tabs.isShowing = tabs.isStale && !tabs.connected.isEmpty
      tabs.isStale = false
      return tabs.isShowing
    }
  }

  /// Writes the view; sends it to all tabs if it is new, otherwise to the one that has just come
  /// and shows something else.
  private func show(to newcomer: UInt64?, unless last: FrameID?) -> LiveFrame {
    shown.withLock { shown in
      let html = view.render(store.state, now: clock.now)
      let hash = html.withUnsafeBytes { bytes in
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
      }
      let isNew = shown.revision == 0 || hash != shown.hash
      if isNew {
        shown.revision += 1
        shown.hash = hash
      }
      let frame = LiveFrame(id: FrameID(epoch: epoch, revision: shown.revision), html: html)
      // Outside the lock of the tabs: a stream that ends takes it in `disconnect` while the runtime holds a
      // lock of the task that reads it, and a signal needs that lock.
      if isNew {
        for tab in allTabs { tab.signal(.frame(frame)) }
      } else if let newcomer, frame.id != last {
        tabs.withLock { $0.connected[newcomer] }?.signal(.frame(frame))
      }
      return frame
    }
  }

  // MARK: Events

  /// The result of an event.
  public enum Reception: Equatable, Sendable {
    /// The element's handler has been called.
    case handled
    /// The element is gone, disabled, or does not listen: nothing was done.
    case dropped
    /// The event had been received before: nothing was done again.
    case repeated
    /// The event's id is not a UUID: nothing was done.
    case malformed
  }

  /// Hands an event to the element it is meant for, in the view as it is now.
  ///
  /// When this returns, its action has been reduced and the effects of it are under way.
  @discardableResult
  public func receive(_ event: ClientEvent) -> Reception {
    use?.note()
    guard let isNew = tabs.withLock({ $0.recent.insert(event.id) }) else { return .malformed }
    guard isNew else { return .repeated }
    let send = ActionSender<Action> { [store] action in store.send(action) }
    let isHandled = view.handle(event, state: store.state, now: clock.now, send: send)
    return isHandled ? .handled : .dropped
  }

  // MARK: Life

  /// Ends the streams of all tabs. The store continues until it is released.
  ///
  /// Dropping a stream's continuation would not end it, and a server waiting for its responses
  /// would then wait for ever.
  public func finish() {
    let ended = tabs.withLock { tabs in
      tabs.isFinished = true
      defer { tabs.connected = [:] }
      return Array(tabs.connected.values)
    }
    observation.withLock { $0 = nil }
    for tab in ended {
      tab.end()
      use?.end()
    }
  }

  public var registeredStore: Store<State, Action> { store }
  public func leaveRegistry() { finish() }

  private var allTabs: [any LiveTab] { tabs.withLock { Array($0.connected.values) } }

  /// How many tabs are connected.
  public var tabCount: Int { tabs.withLock { $0.connected.count } }

  var recentEvents: RecentEvents { tabs.withLock { $0.recent } }

  /// Signals all tabs that the connection is alive. A waiting frame does so already.
  func beat() {
    // Between two frames: a beat that finds one waiting puts it back.
    shown.withLock { _ in
      for tab in allTabs { tab.signal(.beat) }
    }
  }
}
