/// A call site that is kept in debug builds and takes no room in others.
package struct DebugSite: Sendable {
  #if DEBUG
    private let known: CallSite?
    init(_ site: CallSite? = nil) { known = site }
    var site: CallSite? { known }
  #else
    init(_ site: CallSite? = nil) {}
    var site: CallSite? { nil }
  #endif
}
