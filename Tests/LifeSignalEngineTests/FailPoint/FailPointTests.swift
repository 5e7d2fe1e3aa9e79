import LifeSignalEngine
import Testing

@Suite struct FailPointTests {
  @Test func `every point has a name of its own and does nothing unless armed`() {
    #expect(Set(FailPoint.all.map(\.rawValue)).count == FailPoint.all.count)
    for point in FailPoint.all { point.hit() }
  }
}
