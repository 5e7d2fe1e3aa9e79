/// Assigns the positions that distinguish the operators of one reducer tree.
public final class _Preparation {
  private var next = 0
  private var positions: [AnyKeyPath: Int] = [:]

  package init() {}

  /// Positions that belong to the reducer at `position` and, being far from all others, to no
  /// other. Always the same, however often the tree below is prepared.
  init(within position: Int) {
    var mixed = UInt64(truncatingIfNeeded: position) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    next = Int(truncatingIfNeeded: (mixed ^ (mixed >> 31)) >> 1)
  }

  package func position() -> Int {
    defer { next += 1 }
    return next
  }

  /// The position of all constant namespaces: within a composition only the constant counts.
  package static let constantNamespaces = -1

  /// One position for all namespaces read through one key path.
  package func position(for keyPath: AnyKeyPath) -> Int {
    if let position = positions[keyPath] { return position }
    let position = position()
    positions[keyPath] = position
    return position
  }
}
