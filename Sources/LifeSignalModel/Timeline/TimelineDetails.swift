public import Foundation

/// An entry's details besides its kind: typed values over named texts, so that values of a later
/// release are kept, hashed and shown although this release does not know them.
///
/// Never contains an address, a phone number, a name or a text of a message: an entry cannot be
/// changed before its time is over.
public struct TimelineDetails: Hashable, Sendable {
  /// By name. Names are ASCII letters.
  public private(set) var fields: [String: String]

  public init(_ fields: [String: String] = [:]) {
    self.fields = fields
  }

  public static let none = TimelineDetails()

  /// `TimelineDetails { $0.until = end }`
  public init(_ fill: (inout TimelineDetails) -> Void) {
    self.init()
    fill(&self)
  }

  public subscript(name: String) -> String? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  public var source: CheckInSource? {
    get { self["source"].flatMap(CheckInSource.init) }
    set { self["source"] = newValue?.rawValue }
  }

  /// The kind of device that sent the signal.
  public var evidence: ThingKind? {
    get { self["evidence"].flatMap(ThingKind.init) }
    set { self["evidence"] = newValue?.rawValue }
  }

  public var madeAt: Date? {
    get { date("madeAt") }
    set { set("madeAt", newValue) }
  }

  public var deadline: Date? {
    get { date("deadline") }
    set { set("deadline", newValue) }
  }

  public var until: Date? {
    get { date("until") }
    set { set("until", newValue) }
  }

  public var outageFrom: Date? {
    get { date("outageFrom") }
    set { set("outageFrom", newValue) }
  }

  public var outageUntil: Date? {
    get { date("outageUntil") }
    set { set("outageUntil", newValue) }
  }

  /// The notice from which a message was made.
  public var notice: NotificationEvent? {
    get { self["notice"].flatMap(NotificationEvent.init) }
    set { self["notice"] = newValue?.rawValue }
  }

  public var channel: ChannelKind? {
    get { self["channel"].map(ChannelKind.init) }
    set { self["channel"] = newValue?.rawValue }
  }

  public var from: ChannelKind? {
    get { self["from"].map(ChannelKind.init) }
    set { self["from"] = newValue?.rawValue }
  }

  /// Each kind once, in alphabetical order. Empty when the message stayed in the app.
  public var channels: [ChannelKind] {
    get { (self["channels"] ?? "").split(separator: " ").map { ChannelKind(rawValue: String($0)) } }
    set {
      let names = Set(newValue.map(\.rawValue)).sorted()
      self["channels"] = names.isEmpty ? nil : names.joined(separator: " ")
    }
  }

  /// Why an alert ended, or why sending failed.
  public var reason: String? {
    get { self["reason"] }
    set { self["reason"] = newValue }
  }

  public var endReason: Alert.EndReason? {
    get { reason.flatMap(Alert.EndReason.init) }
    set { reason = newValue?.rawValue }
  }

  /// From 1.
  public var step: Int? {
    get { self["step"].flatMap { Int($0) } }
    set { self["step"] = newValue.map(String.init) }
  }

  /// From 1.
  public var round: Int? {
    get { self["round"].flatMap { Int($0) } }
    set { self["round"] = newValue.map(String.init) }
  }

  public var setting: PromiseSetting? {
    get { PromiseSetting(name: self["setting"], value: self["value"]) }
    set {
      self["setting"] = newValue?.name
      self["value"] = newValue?.value
    }
  }

  private func date(_ name: String) -> Date? {
    self[name].flatMap { Int64($0) }.map(Date.init(milliseconds:))
  }

  private mutating func set(_ name: String, _ date: Date?) {
    self[name] = date.map { String($0.milliseconds) }
  }
}

extension TimelineDetails: Codable {
  public init(from decoder: any Decoder) throws {
    fields = try decoder.singleValueContainer().decode([String: String].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(fields)
  }
}
