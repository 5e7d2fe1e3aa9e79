import Foundation
import LifeSignalModel

/// Walks along one chain from its anchor and stops at the first fault.
struct TimelineExaminer {
  private(set) var verdict: TimelineVerdict
  private var sequence: Int64
  private var hash: Data
  private let anchor: Int64

  /// - Parameter head: the stored ends of the chain.
  init(_ person: Person.ID, head: TimelineHead?) {
    anchor = head?.anchorSequence ?? 0
    sequence = anchor
    hash = head?.anchorHash ?? TimelineChain.genesis
    verdict = TimelineVerdict(person: person, headHash: hash.hexadecimal)
  }

  /// The number to continue reading from.
  var position: Int64 { sequence }

  /// The next entry in the order of their numbers.
  mutating func examine(_ entry: TimelineEntry) {
    guard verdict.isIntact else { return }
    let expected = sequence + 1
    guard entry.sequence == expected else { return fail(expected, .gap) }
    guard entry.previousHash == hash else {
      return fail(expected, sequence == anchor ? .anchor : .order)
    }
    guard entry.computedHash == entry.hash else { return fail(expected, .hash) }
    sequence = entry.sequence
    hash = entry.hash
    verdict.count += 1
    verdict.since = verdict.since ?? entry.at
    verdict.headHash = hash.hexadecimal
  }

  /// After the last entry.
  mutating func finish(at head: TimelineHead?) -> TimelineVerdict {
    guard verdict.isIntact else { return verdict }
    if let head {
      if head.sequence > sequence {
        fail(sequence + 1, .truncated)
      } else if head.sequence < sequence || head.hash != hash {
        fail(max(1, min(head.sequence + 1, sequence)), .head)
      }
    } else if sequence > 0 {
      fail(sequence, .head)
    }
    return verdict
  }

  mutating func fail(_ sequence: Int64, _ fault: TimelineVerdict.Fault) {
    verdict.firstBreak = TimelineVerdict.Break(sequence: sequence, fault: fault)
  }
}

extension LedgerSnapshot {
  /// Verifies the whole chain of one person, in this one state.
  func examineTimeline(of person: Person.ID) throws -> TimelineVerdict {
    let head: TimelineHead?
    do {
      head = try timelineHead(of: person)
    } catch LedgerError.corrupt {
      var examiner = TimelineExaminer(person, head: nil)
      examiner.fail(1, .unreadable)
      return examiner.verdict
    }
    var examiner = TimelineExaminer(person, head: head)
    while examiner.verdict.isIntact {
      let part: [TimelineEntry]
      do {
        part = try timeline(of: person, after: examiner.position, limit: 1_000)
      } catch LedgerError.corrupt {
        examiner.fail(examiner.position + 1, .unreadable)
        break
      }
      for entry in part { examiner.examine(entry) }
      if part.count < 1_000 { break }
    }
    return examiner.finish(at: head)
  }
}
