/// Everything that is left to chance, drawn from one seed.
final class Chance: @unchecked Sendable {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  func happens(_ share: Double) -> Bool {
    share > 0 && Double.random(in: 0..<1, using: &generator) < share
  }

  func number(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }
  func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
