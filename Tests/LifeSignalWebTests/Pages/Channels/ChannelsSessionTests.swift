import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Contact methods at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func sheet() async throws -> (Person.ID, ChannelList, Tab) {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("open-channels")
    try await tab.shows("channels-order")
    return (id, try await web.engine.answer(GetChannels(), to: Member(id)), tab)
  }

  @Test func `the number is listed, and the last way stays`() async throws {
    let (_, list, tab) = try await sheet()
    let number = try #require(list.channels.first)
    try await tab.shows("channel-\(number.id)-on", on: true)
    try await tab.press("channel-\(number.id)-on")
    try await tab.shows("channels-error")
    try await tab.press("channels-error-ok")
    try await tab.shows("channel-\(number.id)-on", on: true)
  }

  @Test func `the profile says how ready one is, and leads to what can be done`() async throws {
    let (_, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.waits(for: "No one would be contacted. Ask someone to be your responder.")
    try await tab.press("open-readiness")
    try await tab.shows("channels-order")
  }

  @Test func `a further number is added with the code that came there`() async throws {
    let (id, _, tab) = try await sheet()
    try await tab.press("channels-add")
    try await tab.shows("channel-address")
    try tab.type("+12125550177", into: "channel-address")
    try tab.submit("channel-address-form")
    try await tab.shows("channel-code")
    try tab.type(web.house.courier.code, into: "channel-code")
    try tab.submit("channel-code-form")
    try await tab.hides("channels-adding")
    try await web.stored(id) {
      try await $0.answer(GetChannels(), to: Member(id))
    } becomes: {
      $0.channels.count { $0.state == .on } == 2
    }
  }

  @Test func `quiet hours are switched on and off`() async throws {
    let (id, _, tab) = try await sheet()
    try await tab.press("channels-quiet-on")
    try await tab.shows("channels-quiet-from")
    try tab.change("channels-quiet-from", to: "23:00")
    try await web.stored(id) {
      try await $0.answer(GetChannels(), to: Member(id))
    } becomes: {
      $0.quietHours?.from == TimeOfDay("23:00")
    }
    try await tab.press("channels-quiet-on")
    try await tab.hides("channels-quiet-from")
  }
}
