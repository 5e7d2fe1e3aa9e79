import Foundation
import LifeSignalModel
import Testing

@Suite struct `The text of a check-in code` {
  private static let signs = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private let code = CheckInCodeText(random: [1, 200, 30, 44, 250, 60, 7])

  private func reads(_ typed: String) -> Bool { CheckInCodeText(reading: typed) == code }

  @Test func `three groups of four`() {
    #expect(code.printed.wholeMatch(of: /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/) != nil)
    #expect(code.printed.replacing("-", with: "") == code.canonical)
  }

  @Test func `is read however it is typed`() {
    let signs = code.canonical
    for typed in [
      code.printed, signs, signs.lowercased(), " \(code.printed.lowercased())\n",
      signs.map(String.init).joined(separator: " "), code.printed.replacing("-", with: "–"),
      code.printed.replacing("-", with: ". "),
    ] {
      #expect(reads(typed), "\(typed)")
    }
  }

  @Test func `the letters that look like digits are the digits`() {
    // Of zeros: a sign is read as 0 however it is typed.
    let zeros = CheckInCodeText(random: [UInt8](repeating: 0, count: CheckInCodeText.size))
    #expect(zeros.canonical == "000000000000")
    #expect(CheckInCodeText(reading: "oooo-OOOO-0o0O") == zeros)
    let ones = CheckInCodeText(random: [0, 0, 0, 0, 0, 0, 1])
    #expect(CheckInCodeText(reading: ones.canonical.replacing("1", with: "l")) == ones)
    #expect(CheckInCodeText(reading: ones.canonical.replacing("1", with: "I")) == ones)
  }

  @Test func `every wrong sign is found`() {
    let right = Array(code.canonical)
    for place in right.indices {
      for sign in Self.signs where sign != right[place] {
        var wrong = right
        wrong[place] = sign
        #expect(CheckInCodeText(reading: String(wrong)) == nil, "\(place) \(sign)")
      }
    }
  }

  @Test func `any two signs that have changed places are found`() {
    let right = Array(code.canonical)
    for first in right.indices {
      for second in right.indices where second > first && right[first] != right[second] {
        var wrong = right
        wrong.swapAt(first, second)
        #expect(CheckInCodeText(reading: String(wrong)) == nil, "\(first) \(second)")
      }
    }
  }

  @Test(arguments: ["", "OK", "U", "0000-0000-000", "0000-0000-0000-0", "ä", "🙂"])
  func `every other text is refused`(typed: String) {
    #expect(CheckInCodeText(reading: typed) == nil)
  }

  @Test func `a text that is too long is refused unread`() {
    #expect(CheckInCodeText(reading: code.canonical + String(repeating: " ", count: 60)) == nil)
  }

  @Test func `a log never tells it`() {
    #expect("\(code)" == "<check-in code>")
  }

  @Test func `other bytes are another code`() {
    let codes = (0..<56).map { bit in
      var bytes = [UInt8](repeating: 0, count: CheckInCodeText.size)
      bytes[bit / 8] = 1 << (bit % 8)
      return CheckInCodeText(random: bytes)
    }
    // The highest bit is the one that is not used.
    #expect(Set(codes).count == 56)
    #expect(codes.count { $0.canonical == "000000000000" } == 1)
  }
}
