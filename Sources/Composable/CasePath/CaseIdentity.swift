/// The identity of an enum value: its case, and the identity of the case's value if it has one.
public struct _CaseIdentity: Hashable, @unchecked Sendable {
  public let name: String
  let payload: AnyHashable?

  public init(_ name: String, payload: AnyHashable? = nil) {
    self.name = name
    self.payload = payload
  }
}

// Overloads chosen where the macro expands, so that no value is boxed to find out at run time.

public func _payloadIdentity<Value>(_ value: Value) -> AnyHashable? { nil }

public func _payloadIdentity<Value: Identifiable>(_ value: Value) -> AnyHashable? {
  AnyHashable(value.id)
}

public func _payloadIdentity<Value: CasePathable>(_ value: Value) -> AnyHashable? {
  AnyHashable(value._caseIdentity)
}

public func _payloadIdentity<Value: CasePathable & Identifiable>(_ value: Value) -> AnyHashable? {
  AnyHashable(value.id)
}
