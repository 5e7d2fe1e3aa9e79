import Composable

/// What the library costs: CPU time per operation, whatever thread spends it, unless the unit says
/// otherwise.
public enum ComposableBenchmarks {
  /// One figure: its name, its value, its unit.
  public typealias Figure = (name: String, value: Double, unit: String)

  /// Measures everything, or the one figure that is named. Takes about half a minute.
  ///
  /// A figure that could not be measured is left out.
  @concurrent
  public static func run(only name: String? = nil) async -> [Figure] {
    let measurements: [(String, String, () async -> Double?)] = [
      ("machine.lock", "ns", { lock() }),
      ("composable.send", "ns", { send() }),
      ("composable.scope5", "ns", { scopes() }),
      ("composable.scope5-generic", "ns", { genericScopes() }),
      ("composable.foreach-1000", "ns", { forEach(rows: 1_000) }),
      ("composable.foreach-10000", "ns", { forEach(rows: 10_000) }),
      ("composable.bare-task", "ns", { await bareTask() }),
      ("composable.effect", "ns", { await effect() }),
      ("composable.cancel", "ns", { await cancellation() }),
      ("composable.effect-id", "ns", { effectID() }),
      ("composable.store-create", "ns", { storeCreation() }),
      ("composable.store-bytes", "B", { storeBytes() }),
      ("composable.store-create-blueprint", "ns", { blueprintCreation() }),
      ("composable.store-bytes-blueprint", "B", { blueprintBytes() }),
      ("composable.timers-10000", "%", { await timers() }),
      ("composable.two-core-speedup", "x", { await twoCoreSpeedup() }),
    ]
    var figures: [Figure] = []
    for (measured, unit, measure) in measurements where name == nil || name == measured {
      if let value = await measure() { figures.append((measured, value, unit)) }
    }
    return figures
  }
}
