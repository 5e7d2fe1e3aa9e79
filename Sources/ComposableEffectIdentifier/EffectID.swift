import Composable

/// An effect identifier that is its own place in the source.
///
/// ```swift
/// @EffectID var timer                  // one per declaration
/// @EffectID var load = state.page      // one per declaration and page
/// …
/// return .run { … }.cancellable(id: timer)
/// ```
/// Two identifiers are equal if they were declared at the same place (file, line and column), with
/// equal payloads of equal type. The payload alone never makes two places equal.
///
/// An identifier holds nothing but its place and payload. Which effects it reaches is decided where
/// it is attached to an effect or a cancellation: at that composition's node, under its namespaces.
/// So it may be read in a helper function or inside an effect without meaning anything else there.
///
/// Declare it inside a reducer's closure or as a property of the reducer. A wrapped `static var` is
/// mutable global state, which Swift 6 refuses; to share one between declarations, write
/// ```swift
/// static let timer = EffectID()
/// static let firstPage = EffectID(1)
/// ```
/// and, where the type is generic and cannot store it, `static var timer: EffectID { EffectID() }`:
/// the place is what counts, not how often it is evaluated.
///
/// Declaring one without a payload neither allocates nor locks: the compiler and the linker have
/// already made one constant of a file's name, so there is nothing to look up.
@propertyWrapper
public struct EffectID: @unchecked Sendable {
  // Three words, so that it fits into an existential without being boxed.
  /// The bytes of a literal, which are never written and live as long as the process.
  @usableFromInline let file: UnsafePointer<UInt8>
  /// The length of the file's name, the line and the column.
  @usableFromInline let place: UInt64
  @usableFromInline let payload: EffectIDPayload?

  /// An identifier for this place: `@EffectID var timer`, or `static let timer = EffectID()`.
  @inlinable
  public init(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      file: fileID.utf8Start, length: fileID.utf8CodeUnitCount, line: line, column: column,
      payload: nil)
  }

  /// An identifier for this place and a value: `@EffectID var load = state.page`.
  public init(
    wrappedValue: any Hashable & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      file: fileID.utf8Start, length: fileID.utf8CodeUnitCount, line: line, column: column,
      payload: EffectIDPayload(wrappedValue))
  }

  /// An identifier for this place and a value, to be shared: `static let cover = EffectID("cover")`.
  public init(
    _ payload: any Hashable & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(wrappedValue: payload, fileID: fileID, line: line, column: column)
  }

  @inlinable
  package init(
    file: UnsafePointer<UInt8>, length: Int, line: UInt, column: UInt, payload: EffectIDPayload?
  ) {
    self.file = file
    place = UInt64(length) << 48 | (UInt64(line) & 0xFFF_FFFF) << 20 | UInt64(column) & 0xF_FFFF
    self.payload = payload
  }

  /// The identifier itself, to give to `cancellable(id:)` and `cancel(id:)`.
  @inlinable
  public var wrappedValue: any Hashable & Sendable { self }
}

extension EffectID: Hashable {
  public static func == (lhs: EffectID, rhs: EffectID) -> Bool {
    guard lhs.place == rhs.place, lhs.payload?.key == rhs.payload?.key else { return false }
    // One module's copies of a name are one constant; another module may bring its own.
    return lhs.file == rhs.file || lhs.fileBytes.elementsEqual(rhs.fileBytes)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    if let payload { hasher.combine(payload.key) }
  }

  private var fileBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: file, count: Int(place >> 48))
  }
}

extension EffectID: CustomStringConvertible {
  /// The place and the payload: `Timers/LonelyTimer.swift:12:7`, `Books/Shelf.swift:30:7 (cover)`.
  public var description: String {
    let name = String(decoding: fileBytes, as: UTF8.self)
    let site = "\(name):\(place >> 20 & 0xFFF_FFFF):\(place & 0xF_FFFF)"
    guard let payload else { return site }
    return "\(site) (\(payload.key.base))"
  }
}

/// A value that distinguishes identifiers of one place.
@usableFromInline
package final class EffectIDPayload: Sendable {
  fileprivate let key: EffectKey

  fileprivate init(_ value: any Hashable & Sendable) { key = EffectKey(value) }
}
