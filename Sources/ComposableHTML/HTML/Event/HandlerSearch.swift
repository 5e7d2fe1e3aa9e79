/// A walk through a view for the handler an event is meant for.
///
/// Events name an element by its id, and the id is looked up in the view of *now*: an element that
/// is gone, or is disabled, receives nothing. So a late click can be dropped, never misdirected.
@usableFromInline
struct HandlerSearch {
  let target: String
  let name: String
  private(set) var found: ((ClientEvent) -> Bool)?

  init(target: String, name: String) {
    self.target = target
    self.name = name
  }

  mutating func visit(id: String, attributes: [Attribute], listeners: [Listener]) {
    guard found == nil, id == target, !attributes.contains(where: \.disables) else { return }
    found = listeners.first { $0.name.description == name }?.hear
  }
}

/// A handler in place on an element. `hear` returns whether the event had the data that the handler
/// needs.
@usableFromInline
struct Listener {
  @usableFromInline let name: StaticString
  @usableFromInline let settings: Attribute?
  @usableFromInline let hear: (ClientEvent) -> Bool

  @usableFromInline
  init<Payload>(_ kind: EventKind<Payload>, _ handler: Handler<Payload>) {
    name = kind.name
    settings = kind.settings
    hear = { [read = kind.read] event in
      guard let payload = read(event) else { return false }
      handler.handle(payload)
      return true
    }
  }
}

extension HTML {
  /// Passes an event to its handler in this view.
  ///
  /// - Returns: whether there was one: `false` for an element that is gone, disabled, or has no
  ///   handler for that event, and for an event that lacks the data that the handler needs.
  @discardableResult
  public func handle(_ event: ClientEvent) -> Bool {
    var output = HTMLOutput(
      searching: HandlerSearch(target: event.target, name: event.name))
    Self._render(self, into: &output)
    return output.search?.found?(event) ?? false
  }
}
