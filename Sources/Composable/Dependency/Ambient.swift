#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A task's knowledge of its environment: its dependencies, and the effect it belongs to.
package protocol AmbientContext: AnyObject, Sendable {
  var dependencies: DependencyValues { get }
  var effect: (any EffectContext)? { get }
}

package enum Ambient {
  /// The effect itself in an effect's task, what `withDependencies` made inside its operation.
  @TaskLocal package static var current: (any AmbientContext)?
}

/// Dependencies replaced for a while, in whatever effect that happens.
final class OverriddenAmbient: AmbientContext {
  let dependencies: DependencyValues
  let effect: (any EffectContext)?

  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
    effect = Ambient.current?.effect
  }
}

/// A thread's knowledge while it reduces: the action's owner, and the dependencies.
///
/// A reduction is synchronous, so a thread-specific slot has the effect of a task local at a
/// twentieth of the cost, which every action pays.
package final class Reduction {
  package var dependencies: DependencyValues
  /// The store's own dependencies at this action: any other object is an override.
  var base: DependencyValues
  unowned(unsafe) var outer: Reduction?
  /// The store's memory of its reducers.
  let stage = ReducerStage()

  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
    self.base = dependencies
  }

  /// The overrides in force, or nil where the store's own dependencies are.
  var overriding: DependencyValues? {
    dependencies.storage === base.storage ? nil : dependencies
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "No thread-specific slot is left in this process.")
    return key
  }()

  package static var current: Reduction? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<Reduction>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Makes this the thread's reduction; `leave()` must follow on the same thread.
  func enter() {
    outer = Self.current
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
  }

  func leave() {
    let pointer = outer.map { Unmanaged.passUnretained($0).toOpaque() }
    pthread_setspecific(Self.key, pointer)
    outer = nil
  }
}
