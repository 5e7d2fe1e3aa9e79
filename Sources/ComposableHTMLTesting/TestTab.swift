public import ComposableHTML
import Foundation

/// A tab of a live session without a browser: for tests that click, fill in forms and read the page.
///
///     let tab = try TestTab(session)
///     try tab.click("Ping")              // by its text, or by its id
///     try await tab.waits(for: "Pinged")
///
/// Like the browser it acts on the page it sees, one event at a time, each with an id of its own.
/// Every page that arrives is checked: well formed, and no id twice.
public final class TestTab<State: Sendable, Action: Sendable> {
  /// The page as it was last sent.
  public private(set) var page: PageElement
  /// Which frame that was.
  public private(set) var frame: FrameID

  private let session: LiveSession<State, Action>
  private var stream: AsyncStream<LiveStream.Element>.Iterator

  /// Opens a tab of the session.
  public init(_ session: LiveSession<State, Action>) throws {
    self.session = session
    let first = session.currentFrame()
    page = try Self.read(first)
    frame = first.id
    stream = session.connect(after: first.id).makeAsyncIterator()
  }

  /// Presses the element with this id or, if there is none, this label.
  @discardableResult
  public func click(_ element: String) throws -> LiveSession<State, Action>.Reception {
    try send("click", to: element)
  }

  /// Holds the element with this id or label down for long enough.
  @discardableResult
  public func hold(_ element: String) throws -> LiveSession<State, Action>.Reception {
    try send("hold", to: element)
  }

  /// Asks a sheet to close.
  @discardableResult
  public func dismiss(_ element: String) throws -> LiveSession<State, Action>.Reception {
    try send("dismiss", to: element)
  }

  /// Types into a field.
  @discardableResult
  public func type(
    _ text: String, into element: String
  ) throws -> LiveSession<State, Action>.Reception {
    try send("input", to: element) { $0.value = text }
  }

  /// Finishes a change of a field, or chooses from a list.
  @discardableResult
  public func change(
    _ element: String, to value: String
  ) throws -> LiveSession<State, Action>.Reception {
    try send("change", to: element) { $0.value = value }
  }

  /// Sends the report of an element's module.
  @discardableResult
  public func report(
    _ text: String, from element: String
  ) throws -> LiveSession<State, Action>.Reception {
    try send("report", to: element) { $0.value = text }
  }

  /// Sets or clears a switch.
  @discardableResult
  public func toggle(
    _ element: String, _ isOn: Bool
  ) throws -> LiveSession<State, Action>.Reception {
    try send("toggle", to: element) { $0.isOn = isOn }
  }

  /// Sends a form: its fields as the page has them, changed by `fields`.
  @discardableResult
  public func submit(
    _ form: String, _ fields: [String: String] = [:]
  ) throws -> LiveSession<State, Action>.Reception {
    var all: [String: [String]] = [:]
    for field in try find(form).all where field["disabled"] == nil {
      guard let name = field["name"], field.tag != "button" else { continue }
      let isBox = ["checkbox", "radio"].contains(field["type"])
      if isBox, field["checked"] == nil { continue }
      let value = field.tag == "textarea" ? field.text : field["value"] ?? (isBox ? "on" : "")
      all[name, default: []].append(value)
    }
    for (name, value) in fields { all[name] = [value] }
    return try send("submit", to: form) { $0.fields = all }
  }

  /// Follows the page until it shows this text.
  public func waits(for text: String) async throws {
    try await waits { $0.text.contains(text) }
  }

  /// Follows the page until it is as described. Give the test a time limit: this has none.
  public func waits(until condition: (PageElement) -> Bool) async throws {
    while !condition(page) { try await follow() }
  }

  /// Waits for the next frame.
  public func follow() async throws {
    while let signal = await stream.next(isolation: #isolation) {
      guard case .frame(let next) = signal else { continue }
      page = try Self.read(next)
      frame = next.id
      return
    }
    throw PageError.ended
  }

  /// The element with this id or, if there is none, the only one that listens and has this label.
  public func find(_ element: String) throws -> PageElement {
    if let found = page.element(id: element) { return found }
    let named = page.all.filter { !$0.listensFor.isEmpty && $0.label == element }
    guard let found = named.first else { throw PageError.missing(element) }
    guard named.count == 1 else { throw PageError.ambiguousLabel(element) }
    return found
  }

  private func send(
    _ event: String, to element: String, _ fill: (inout ClientEvent) -> Void = { _ in }
  ) throws -> LiveSession<State, Action>.Reception {
    let found = try find(element)
    guard let id = found.id, found.listensFor.contains(event), found["disabled"] == nil else {
      throw PageError.deaf(element, event: event)
    }
    var sent = ClientEvent(id: UUID().uuidString, target: id, name: event)
    fill(&sent)
    return session.receive(sent)
  }

  private static func read(_ frame: LiveFrame) throws -> PageElement {
    let page = try PageReader.read(frame.html)
    var ids: Set<String> = []
    for element in page.all {
      if let id = element.id, !ids.insert(id).inserted { throw PageError.ambiguousID(id) }
    }
    return page
  }
}
