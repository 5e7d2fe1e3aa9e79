/// Where HTML is written to: a growing buffer of UTF-8.
///
/// The same walk serves a second purpose: when it was made for a ``HandlerSearch`` it writes nothing
/// and looks for the one handler that an event is meant for.
public struct HTMLOutput {
  /// The bytes written so far.
  @inlinable public var bytes: [UInt8] { buffer }

  @usableFromInline var buffer: [UInt8]

  @usableFromInline var search: HandlerSearch?
  @usableFromInline let isSearching: Bool

  @inlinable
  public init(reservingCapacity capacity: Int = 4096) {
    buffer = []
    buffer.reserveCapacity(capacity)
    search = nil
    isSearching = false
  }

  @usableFromInline
  init(searching search: HandlerSearch) {
    buffer = []
    self.search = search
    isSearching = true
  }

  /// Writes markup from the program's own text.
  @inlinable
  mutating func append(_ markup: StaticString) {
    if isSearching { return }
    buffer.append(
      contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  @inlinable
  mutating func append(byte: UInt8) {
    if isSearching { return }
    buffer.append(byte)
  }

  @inlinable
  mutating func appendInteger(_ value: Int) {
    appendUnescaped(String(value))
  }

  /// Writes a number in short form: `118`, not `118.0`; a number that is not finite becomes 0.
  @usableFromInline
  mutating func appendNumber(_ value: Double) {
    if isSearching { return }
    guard value.isFinite else { return append(byte: 0x30) }
    if let whole = Int(exactly: value) { appendInteger(whole) } else { appendUnescaped("\(value)") }
  }

  @usableFromInline
  mutating func appendUnescaped(_ markup: String) {
    if isSearching { return }
    var markup = markup
    markup.withUTF8 { buffer.append(contentsOf: $0) }
  }

  @inlinable
  mutating func appendContents(_ contents: UnsafeBufferPointer<UInt8>) {
    buffer.append(contentsOf: contents)
  }
}
