import Testing

@testable import Composable

struct ParkingTests {
  @Test func `an entry that is parked again counts as new`() {
    var parking = Parking<String, Int>()
    parking.insert(1, for: "a", limit: 2)
    parking.insert(2, for: "b", limit: 2)
    parking.insert(3, for: "a", limit: 2)
    parking.insert(4, for: "c", limit: 2)
    #expect(parking.remove("b") == nil)
    #expect(parking.remove("a") == 3)
    #expect(parking.remove("a") == nil)
    #expect(parking.count == 1)
  }

  @Test func `a limit of none keeps none`() {
    var parking = Parking<Int, Int>()
    for number in 1...5 { parking.insert(number, for: number, limit: 0) }
    #expect(parking.count == 0)
  }

  @Test func `coming and going for ever keeps the newest`() {
    var parking = Parking<Int, Int>()
    for number in 1...10_000 {
      parking.insert(number, for: number % 7, limit: 5)
      if number % 3 == 0 { _ = parking.remove(number % 5) }
      #expect(parking.count <= 5)
    }
    parking.insert(-1, for: 99, limit: 5)
    #expect(parking.remove(99) == -1)
  }
}
