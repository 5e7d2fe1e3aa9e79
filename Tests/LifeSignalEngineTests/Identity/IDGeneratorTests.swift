import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@Suite struct IDGeneratorTests {
  private let start = Date(milliseconds: 1_767_600_000_000)

  @Test func `ids rise, also within a millisecond and when the clock is set back`() {
    let ids = IDGenerator(node: 7)
    var made: [Int64] = []
    for _ in 0..<10_000 { made.append(ids.next(at: start)) }
    for _ in 0..<10 { made.append(ids.next(at: start - 3_600)) }
    made.append(ids.next(at: start + 60))
    #expect(made == made.sorted())
    #expect(Set(made).count == made.count)
    #expect(made.allSatisfy { $0 > 0 })
  }

  @Test func `two nodes never make the same id`() {
    let one = IDGenerator(node: 1)
    let two = IDGenerator(node: 2)
    let made = (0..<5_000).flatMap { _ in [one.next(at: start), two.next(at: start)] }
    #expect(Set(made).count == made.count)
  }

  @Test func `ids of many threads are all different`() async {
    let ids = IDGenerator()
    let made = await withTaskGroup(of: [Int64].self) { group in
      for _ in 0..<8 {
        group.addTask { [start] in (0..<2_000).map { _ in ids.next(at: start) } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(made).count == 16_000)
  }

  @Test func `after a restart with the clock behind, no number is made again`() {
    let before = IDGenerator()
    let made = Set((0..<5_000).map { _ in before.next(at: start) })
    let after = IDGenerator()
    after.rise(above: made.max(), since: start - 60)
    let next = (0..<5_000).map { _ in after.next(at: start - 1_200) }
    #expect(made.isDisjoint(with: next))
    #expect(next.allSatisfy { id in made.allSatisfy { $0 < id } })
  }

  @Test func `after a restart numbers are greater than any of the time before the last beat`() {
    let ids = IDGenerator()
    ids.rise(above: nil, since: start)
    #expect(ids.next(at: start - 3_600) > IDGenerator(node: 1_023).next(at: start))
  }

  @Test func `numbers that no generator has made are not followed`() {
    let ids = IDGenerator()
    ids.rise(above: .max, since: .distantFuture)
    let made = ids.next(at: start)
    let other = IDGenerator().next(at: start)
    #expect(made == other)
  }
}
