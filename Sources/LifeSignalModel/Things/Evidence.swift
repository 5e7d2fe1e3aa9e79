import Foundation

/// The things that may check in for a person, and on which terms.
public struct Evidence: Equatable, Sendable {
  /// All devices of the person; those that are off or do not count are ignored.
  public var things: [Thing]
  public var rule: EvidenceRule

  public init(things: [Thing] = [], rule: EvidenceRule = .standard) {
    self.things = things
    self.rule = rule
  }

  /// Whether signals that gave no check-in under `former` may give one under these terms.
  ///
  /// With one more device a check-in is easier where any of them is enough, and harder where all
  /// are needed; one device less is the reverse. Without any device there is no check-in.
  func isEasier(than former: Evidence) -> Bool {
    // A signal from a link is enough by itself, without regard to the devices' signals.
    if isLinked, !former.isLinked { return true }
    let (old, new) = (former.witnesses, witnesses)
    guard !new.isEmpty else { return false }
    if former.rule.match == .all, rule.match == .any, max(old.count, new.count) > 1 { return true }
    switch rule.match {
    case .any: if new.keys.contains(where: { old[$0] == nil }) { return true }
    case .all: if old.isEmpty || old.keys.contains(where: { new[$0] == nil }) { return true }
    }
    let isLater = new.contains { id, thing in
      old[id].map { Self.isLater(thing.before, than: $0.before) } ?? false
    }
    return isLater || (rule.zone != former.rule.zone && hasClocks(former))
  }

  /// Whether the zone matters for days and times.
  private func hasClocks(_ former: Evidence) -> Bool {
    witnesses.values.contains { $0.before != nil }
      || (rule.match == .all && former.rule.match == .all && witnesses.count > 1)
  }

  private var isLinked: Bool { things.contains { $0.kind == .link && $0.isOn } }

  private var witnesses: [Thing.ID: Thing] {
    Dictionary(
      things.filter { $0.isOn && $0.counts && $0.kind != .link }.map { ($0.id, $0) },
      uniquingKeysWith: { $1 })
  }

  /// Without a time of day every hour counts.
  private static func isLater(_ new: TimeOfDay?, than old: TimeOfDay?) -> Bool {
    guard let old else { return false }
    return new.map { $0 > old } ?? true
  }
}

extension Evidence {
  /// With this device in the place of the one with its id.
  func with(_ thing: Thing) -> Evidence {
    Evidence(things: things.map { $0.id == thing.id ? thing : $0 }, rule: rule)
  }

  func without(_ id: Thing.ID) -> Evidence {
    Evidence(things: things.filter { $0.id != id }, rule: rule)
  }
}
