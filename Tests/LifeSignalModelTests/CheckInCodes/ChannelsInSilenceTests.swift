import Foundation
import LifeSignalModel
import Testing

/// A responder has known of a duress alert since `Cast.start`.
@Suite struct `A channel as it was before a silent alarm` {
  private func shown(
    _ kind: ChannelKind = .webPush, at seconds: TimeInterval = -60, died: TimeInterval? = nil,
    off: Channel.Off? = nil
  ) -> Channel? {
    Channel(
      id: "50", person: "2", kind: kind, address: "a", createdAt: Cast.start + seconds,
      disabledAt: died.map { Cast.start + $0 }, off: off
    ).asBefore(Cast.start)
  }

  @Test(arguments: [nil, 0, 60] as [TimeInterval?])
  func `is on where it was, also when it has been found dead since`(died: TimeInterval?) {
    #expect(shown(died: died)?.isOn == true)
  }

  @Test func `is off where it was, and where its person has switched it off`() {
    #expect(shown(died: -1) == nil)
    #expect(shown(died: 60, off: .byPerson) == nil)
  }

  @Test(arguments: [.webPush, .apns] as [ChannelKind])
  func `is not there where it is a device that has come since`(kind: ChannelKind) {
    #expect(shown(kind, at: 0) == nil)
    #expect(shown(kind, at: 60) == nil)
    #expect(shown(kind, at: -1) != nil)
  }

  @Test func `is there where its person has typed its address`() {
    #expect(shown(.email, at: 60) != nil)
  }
}
