import Foundation
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Universal time` {
  @Test(arguments: [
    (0.0, "1 Jan, 00:00 UTC", "Thu 00:00 UTC"),
    (951_782_400, "29 Feb, 00:00 UTC", "Tue 00:00 UTC"),
    (1_795_266_360, "21 Nov, 13:06 UTC", "Sat 13:06 UTC"),
    (-1, "31 Dec, 23:59 UTC", "Wed 23:59 UTC"),
    (4_107_542_399, "28 Feb, 23:59 UTC", "Sun 23:59 UTC"),
  ])
  func `is written as a calendar would`(seconds: Double, full: String, weekday: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(UniversalTime.full(date) == full)
    #expect(UniversalTime.weekday(date) == weekday)
  }
}

@Suite struct `Avatars` {
  @Test func `keep their tint whatever the name`() {
    #expect(Avatar.tone(of: "2001") == Avatar.tone(of: "2001"))
    #expect(Set((0..<60).map { Avatar.tone(of: .init(Int64($0))) }).count == 6)
  }

  @Test(arguments: [("Tomás Rey", "T"), (" ömer", "Ö"), ("", "?"), ("李", "李")])
  func `show the first letter of a name`(name: String, letter: String) {
    #expect(Avatar.initial(of: name) == letter)
  }
}
