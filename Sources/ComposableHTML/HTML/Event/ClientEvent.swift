/// A browser's report of an event on one element.
public struct ClientEvent: Codable, Equatable, Sendable {
  /// Chosen by the browser, once per event: a UUID. A repeated delivery carries the same.
  public var id: String
  /// The element's `id` attribute.
  public var target: String
  /// The event's name: `click`, `submit`, …
  public var name: String
  /// The value of a field, for `input` and `change`.
  public var value: String?
  /// Whether a check box is set, for `toggle`.
  public var isOn: Bool?
  /// A form's fields by name, in the order of the page, for `submit`.
  public var fields: [String: [String]]?
  /// Whether the tab's stream is down, so that the reply has to carry the view.
  public var isStreamDown: Bool?
  /// The place the tab shows (``Attribute/place(_:)``), for a server that no longer knows.
  public var place: String?

  private enum CodingKeys: String, CodingKey {
    case id, target, name, value, isOn, fields
    case isStreamDown = "down"
    case place = "at"
  }

  public init(
    id: String, target: String, name: String, value: String? = nil, isOn: Bool? = nil,
    fields: [String: [String]]? = nil
  ) {
    self.id = id
    self.target = target
    self.name = name
    self.value = value
    self.isOn = isOn
    self.fields = fields
  }
}

/// The fields of a submitted form.
public struct FormFields: Equatable, Sendable {
  private let values: [String: [String]]

  public init(_ values: [String: [String]]) {
    self.values = values
  }

  /// The first value of a field; `nil` when the form had none.
  public subscript(_ name: String) -> String? { values[name]?.first }

  /// All values of a field, such as several check boxes of one name.
  public func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Whether a check box of that name was set.
  public func contains(_ name: String) -> Bool { values[name] != nil }
}
