import Foundation
import LifeSignalModel
import Testing

@Suite struct MillisecondsTests {
  @Test(arguments: [1e30, .infinity, 1.7e308, 9.3e15])
  func `an instant past the last that storage knows becomes the last one`(seconds: Double) {
    #expect(Date(timeIntervalSince1970: seconds).milliseconds == .max)
    #expect(Date(timeIntervalSince1970: -seconds).milliseconds == .min)
    let stored = Date(timeIntervalSince1970: seconds).storable
    #expect(stored.storable == stored)
  }

  @Test func `an instant that is not a number is the first day of 1970`() {
    #expect(Date(timeIntervalSince1970: .nan).milliseconds == 0)
  }

  @Test(arguments: [
    (0.0004, 0), (0.0006, 1), (-1.5, -1_500), (1_700_000_000.25, 1_700_000_000_250),
  ])
  func `an instant is rounded to the nearest millisecond`(seconds: Double, milliseconds: Int64) {
    #expect(Date(timeIntervalSince1970: seconds).milliseconds == milliseconds)
  }

  @Test func `a number that no integer holds becomes the nearest that does`() {
    #expect(Int(clamping: 1e300) == .max && Int(clamping: -Double.infinity) == .min)
    #expect(
      UInt8(clamping: -0.5) == 0 && UInt8(clamping: -7.0) == 0 && UInt8(clamping: 256.0) == 255)
    #expect(Int8(clamping: 127.9) == 127 && Int8(clamping: -128.9) == -128)
    #expect(Int(clamping: Double.nan) == 0)
  }
}
