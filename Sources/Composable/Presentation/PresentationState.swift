/// Optional state of a child that is presented: on the heap, so that features may nest.
///
/// `@Presents var destination: Destination.State?` in a feature's state; `$destination` names the
/// wrapper for ``Reducer/ifLet(_:action:destination:fileID:filePath:line:column:)``.
@propertyWrapper
public struct PresentationState<State> {
  private final class Box: @unchecked Sendable {
    var value: State
    init(_ value: State) { self.value = value }
  }
  // Copied before writing unless uniquely referenced.
  private var box: Box?

  public init(wrappedValue: State?) {
    box = wrappedValue.map(Box.init)
  }

  public var wrappedValue: State? {
    get { box?.value }
    set {
      guard let newValue else {
        box = nil
        return
      }
      if isKnownUniquelyReferenced(&box) {
        box?.value = newValue
      } else {
        box = Box(newValue)
      }
    }
  }

  public var projectedValue: PresentationState {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  var isPresented: Bool { box != nil }

  mutating func modify<Result>(_ update: (inout State) -> Result) -> Result? {
    if box == nil { return nil }
    if !isKnownUniquelyReferenced(&box) { box = box.map { Box($0.value) } }
    return box.map { update(&$0.value) }
  }

  func read<Result>(_ body: (State) -> Result) -> Result? {
    box.map { body($0.value) }
  }
}

/// Marks the optional state of a child that a feature presents.
public typealias Presents<State> = PresentationState<State>

extension PresentationState: Sendable where State: Sendable {}
extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || lhs.wrappedValue == rhs.wrappedValue
  }
}
extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try State?(from: decoder))
  }
}
extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
