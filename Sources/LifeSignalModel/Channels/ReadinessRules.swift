public import Foundation

/// Computes one number from the drills' results and other stored facts, without contacting anyone.
public enum ReadinessRules {
  /// Seconds without a report after which a browser counts as gone.
  public static let silence: TimeInterval = 60 * 86_400
  /// Seconds for which an observation counts in full: two drills.
  public static let freshness: TimeInterval = 14 * 86_400

  /// Half of the number is the person's own channels, half their responders.
  ///
  /// Of the first half: 30 for a channel that works and 20 for one of another kind that does. A
  /// channel whose last message failed does not work, nor does a browser that has been silent for
  /// 60 days; where nothing was sent in 60 days, 10 are deducted. Of the second half: 30 for one
  /// responder and 20 for another, each according to the best of their channels; that evidence
  /// loses weight from week to week.
  public static func judge(_ facts: ReadinessFacts, at now: Date) -> Readiness {
    let alive = facts.ways.filter { !$0.isGone(at: now) }
    let working = alive.filter { !$0.hasFailed }
    let proven = working.contains { $0.lastSuccess.map { now < $0 + silence } ?? false }
    // Two browsers may be in one house: a second channel must be of another kind.
    let kinds = Set(working.map(\.kind)).count
    var score = kinds == 0 ? 0.0 : kinds == 1 ? 30 : 50
    if kinds > 0, !proven { score -= 10 }
    if kinds > 1, working.count < alive.count { score -= 5 }
    let trusts = facts.responders.map { $0.trust(at: now) }.sorted(by: >)
    score += 30 * (trusts.first ?? 0) + 20 * (trusts.dropFirst().first ?? 0)
    if trusts.count(where: { $0 > 0 }) > 1, trusts.contains(0) { score -= 5 }
    var readiness = weakest(facts, alive, working, proven: proven, at: now)
    readiness.score = Int(clamping: max(0, score).rounded())
    return readiness
  }

  /// The improvement that would help most comes first.
  private static func weakest(
    _ facts: ReadinessFacts, _ alive: [ReadinessFacts.Way], _ working: [ReadinessFacts.Way],
    proven: Bool, at now: Date
  ) -> Readiness {
    let responders = facts.responders
    let failed = alive.first { $0.hasFailed }?.kind
    if responders.isEmpty { return Readiness(weakest: .noResponder) }
    let lost = responders.filter { $0.trust(at: now) == 0 }
    if lost.count == responders.count { return Readiness(weakest: .noResponderReached) }
    if alive.isEmpty { return Readiness(weakest: .noChannel) }
    if working.isEmpty { return Readiness(weakest: .allFailed, kind: failed) }
    if responders.count == 1 { return Readiness(weakest: .oneResponder) }
    if let lost = lost.first {
      return Readiness(weakest: .someRespondersUnreached, name: lost.name)
    }
    if let failed { return Readiness(weakest: .oneFailed, kind: failed) }
    if Set(working.map(\.kind)).count == 1 {
      return Readiness(weakest: .oneChannel, kind: working.first?.kind)
    }
    let silent = responders.compactMap { responder in
      responder.evidence(at: now).map { (responder.name, now.timeIntervalSince($0)) }
    }
    if let (name, age) = silent.max(by: { $0.1 < $1.1 }), age > freshness {
      return Readiness(
        weakest: .responderSilent, name: name, weeks: Int(clamping: age / (7 * 86_400)))
    }
    if !proven { return Readiness(weakest: .untested, kind: working.first?.kind) }
    return Readiness(weakest: .nothing)
  }
}

extension ReadinessFacts.Way {
  func isGone(at now: Date) -> Bool {
    kind.isPush && (lastSuccess.map { $0 + ReadinessRules.silence <= now } ?? true)
  }

  /// How reliable the channel is, from 0 for not at all to 1.
  ///
  /// A channel that worked once may still work: the value never falls below a half while nothing
  /// has failed.
  func trust(at now: Date) -> Double {
    guard !hasFailed, !isGone(at: now) else { return 0 }
    guard let evidence else { return 0.5 }
    let stale = now.timeIntervalSince(evidence) - ReadinessRules.freshness
    let span = ReadinessRules.silence - ReadinessRules.freshness
    return 1 - 0.5 * min(1, max(0, stale / span))
  }
}

extension ReadinessFacts.Responder {
  func trust(at now: Date) -> Double { ways.map { $0.trust(at: now) }.max() ?? 0 }

  /// The newest evidence for any channel that can be relied on at all.
  func evidence(at now: Date) -> Date? {
    ways.filter { $0.trust(at: now) > 0 }.compactMap(\.evidence).max()
  }
}
