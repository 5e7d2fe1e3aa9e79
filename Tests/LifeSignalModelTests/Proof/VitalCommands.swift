import Foundation
import LifeSignalModel

extension CommandCase {
  /// One of each that is vital.
  static let vitalOnes: [CommandCase] = [
    .checkIn(clientKey: nil), .useCheckInCode("1234", network: "n"),
  ]

  /// "checkIn" of `.checkIn(…)`.
  var caseName: String {
    String("\(self)".prefix { $0.isLetter })
  }

  /// Those whose `isVital` is true, read where it says so: a case that is added there and is not among
  /// ``vitalOnes`` is noticed.
  static func vitalNames() throws -> Set<String> {
    let file = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/LifeSignalModel/Decision/CommandCase.swift")
      .standardized
    let source = try String(contentsOf: file, encoding: .utf8)
    guard let start = source.range(of: "public var isVital: Bool {"),
      let end = source.range(of: "true", range: start.upperBound..<source.endIndex)
    else { throw CocoaError(.fileReadCorruptFile) }
    let cases = source[start.upperBound..<end.lowerBound]
    return Set(cases.matches(of: /\.([a-zA-Z]+)/).map { String($0.1) })
  }
}
