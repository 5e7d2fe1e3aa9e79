import Foundation
import Testing

@testable import ComposableHTML

struct RecentEventsTests {
  @Test func `the newest events are known, the oldest are forgotten`() {
    var recent = RecentEvents()
    let ids = (0...RecentEvents.limit).map { _ in UUID().uuidString }
    for id in ids { #expect(recent.insert(id) == true) }
    for id in ids.dropFirst() { #expect(recent.insert(id) == false) }
    #expect(recent.insert(ids[0]) == true)
  }

  @Test func `the same id in other letters is the same event`() {
    var recent = RecentEvents()
    let id = UUID().uuidString
    #expect(recent.insert(id.uppercased()) == true)
    #expect(recent.insert(id.lowercased()) == false)
  }

  @Test func `places are reused for ever`() {
    var recent = RecentEvents()
    for _ in 0..<1000 { #expect(recent.insert(UUID().uuidString) == true) }
  }
}
