import LifeSignalModel
import Testing

@Suite struct TimeOfDayTests {
  @Test(arguments: [(0, "00:00"), (485, "08:05"), (1_439, "23:59")])
  func `minutes since midnight are a time`(minutes: Int, shown: String) {
    #expect(TimeOfDay(minutes: minutes)?.description == shown)
    #expect(TimeOfDay(shown)?.minutes == minutes)
  }

  @Test(arguments: [-1, 1_440]) func `a time that no clock shows is refused`(minutes: Int) {
    #expect(TimeOfDay(minutes: minutes) == nil)
  }

  @Test(arguments: ["", "8:05", "24:00", "12:60", "12", "12:00:0", "ab:cd"])
  func `another format is refused`(text: String) {
    #expect(TimeOfDay(text) == nil)
  }
}
