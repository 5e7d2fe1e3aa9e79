import Composable

/// An effect identifier that is its own place in the source.
///
/// ```swift
/// @EffectID var timer                  // one per declaration
/// @EffectID var load = state.page      // one per declaration and page
/// …
/// return .run { … }.cancellable(id: timer)
/// ```
/// Two are equal if they were declared at the same place, with equal payloads of equal type. Which
/// effects an id reaches is decided where it is attached to an effect or a cancellation: at that
/// composition's node, under its namespaces. Reading it elsewhere cannot change what it means.
///
/// Declare it inside a reducer's closure or as a property of the reducer. To share one between
/// declarations write `static let timer = EffectID()`: a wrapped `static var` is mutable global
/// state, which Swift 6 refuses.
@propertyWrapper
public struct EffectID: Sendable {
  // Three words, so that it fits into an existential without being boxed: file, place, payload.
  private let file: UnsafeFileID
  private let place: UInt64
  private let payload: Payload?

  /// An identifier for this place.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(payload: nil, fileID, line, column)
  }

  /// An identifier for this place and a value.
  public init(
    wrappedValue: any Hashable & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(payload: Payload(EffectKey(wrappedValue)), fileID, line, column)
  }

  private init(payload: Payload?, _ fileID: StaticString, _ line: UInt, _ column: UInt) {
    file = UnsafeFileID(start: fileID.utf8Start)
    let length = UInt64(fileID.utf8CodeUnitCount)
    place = length << 48 | UInt64(line) << 20 & 0xFFFF_FFF0_0000 | UInt64(column) & 0xF_FFFF
    self.payload = payload
  }

  /// The identifier itself.
  public var wrappedValue: any Hashable & Sendable { self }
}

/// The bytes of a `StaticString` literal, which live as long as the process.
private struct UnsafeFileID: @unchecked Sendable {
  let start: UnsafePointer<UInt8>
}

private final class Payload: Sendable {
  let key: EffectKey
  init(_ key: EffectKey) { self.key = key }
}

extension EffectID: Hashable {
  public static func == (lhs: EffectID, rhs: EffectID) -> Bool {
    guard lhs.place == rhs.place, lhs.payload?.key == rhs.payload?.key else { return false }
    if lhs.file.start == rhs.file.start { return true }
    let length = Int(lhs.place >> 48)
    return UnsafeBufferPointer(start: lhs.file.start, count: length)
      .elementsEqual(UnsafeBufferPointer(start: rhs.file.start, count: length))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    if let payload { hasher.combine(payload.key) }
  }
}
