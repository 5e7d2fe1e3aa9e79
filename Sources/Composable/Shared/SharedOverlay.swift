import Synchronization

/// Values that a test's assertion sees and writes instead of the shared ones.
package final class SharedOverlay: Sendable {
  @TaskLocal package static var current: SharedOverlay?

  private let contents: Locked<[ObjectIdentifier: any Sendable]>

  /// Where state that the assertion makes finds its shared values.
  let memory: SharedMemory?

  package init(_ values: [ObjectIdentifier: any Sendable], memory: SharedMemory? = nil) {
    contents = Locked(values)
    self.memory = memory
  }

  package var values: [ObjectIdentifier: any Sendable] { contents.withLock { $0 } }

  func value(of reference: any AnySharedReference) -> (any Sendable)? {
    contents.withLock { $0[ObjectIdentifier(reference)] }
  }

  func set(_ value: any Sendable, of reference: any AnySharedReference) {
    contents.withLock { $0[ObjectIdentifier(reference)] = value }
  }
}
