import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `The sheet of devices` {
  private func page(_ things: ThingsFeature.State) -> String {
    Samples.page(Samples.app(Samples.changed(.profile) { $0.profile.things = things })).rendered()
  }

  @Test func `beside a check-in link the sheet does not claim that nothing checks in`() {
    let claim = "Nothing checks in for you yet"
    #expect(page(Samples.noThings).contains(claim))
    var linked = Samples.thingsWithLink
    linked.list.things = linked.link.map { [$0] } ?? []
    let markup = page(linked)
    #expect(markup.contains("Check-in link") && markup.contains("A power plug, a door sensor"))
    #expect(!markup.contains(claim))
  }
}
