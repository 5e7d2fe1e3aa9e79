/// A change of a record that other pages may be changing too: what the page showed, and what the
/// person wants.
///
/// Only the difference between the two is stored, onto the record as the command's transaction finds
/// it. So two browsers that change different parts of it within milliseconds both keep their change.
public struct Edit<Value: Equatable & Sendable>: Equatable, Sendable {
  /// Nil from a program, which sets the whole record.
  public var seen: Value?
  public var wanted: Value

  public init(_ wanted: Value, seen: Value? = nil) {
    self.wanted = wanted
    self.seen = seen
  }

  public func changes<Part: Equatable>(_ part: KeyPath<Value, Part>) -> Bool {
    guard let seen else { return true }
    return seen[keyPath: part] != wanted[keyPath: part]
  }

  /// Replaces the stored part if the person changed it.
  func store<Part: Equatable>(_ part: KeyPath<Value, Part>, in stored: inout Part) {
    if changes(part) { stored = wanted[keyPath: part] }
  }
}
