import Composable

/// What the library costs: CPU time per operation, whatever thread spends it.
public enum ComposableBenchmarks {
  /// One figure: its name, its value, its unit.
  public typealias Figure = (name: String, value: Double, unit: String)

  /// Measures everything, or the one figure that is named. Takes a few seconds.
  @concurrent
  public static func run(only name: String? = nil) async -> [Figure] {
    let measurements: [(String, () async -> Double)] = [
      ("composable.send", { send() }),
      ("composable.scope5", { scopes() }),
      ("composable.scope5-generic", { genericScopes() }),
      ("composable.foreach-1000", { forEach(rows: 1_000) }),
      ("composable.store-create", { storeCreation() }),
      ("composable.effect", { await effect() }),
      ("composable.cancel", { await cancellation() }),
      ("composable.effect-id", { effectID() }),
    ]
    var figures: [Figure] = []
    for (measured, measure) in measurements where name == nil || name == measured {
      figures.append((measured, await measure(), "ns"))
    }
    return figures
  }
}
