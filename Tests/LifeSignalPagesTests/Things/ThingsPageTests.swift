import Composable
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

  @Test func `copying an address is confirmed, and a browser that cannot copy is reported`() {
    let sent = Sent<AppFeature.Action>()
    func sheet(_ isCopied: Bool?) -> AppPage {
      var things = Samples.thingAddress
      things.isCopied = isCopied
      return Samples.page(
        Samples.app(Samples.changed(.profile) { $0.profile.things = things }), send: sent.sender)
    }
    let page = sheet(nil)
    page.perform("report", on: "things", value: "copied")
    page.perform("report", on: "things", value: "copy-failed")
    page.perform("report", on: "things", value: "nonsense")
    #expect(
      sent.actions
        == [.copied(true), .copied(false)].map {
          .mainTab(.profile(.things(.presented($0))))
        })
    #expect(!page.rendered().contains("thing-copied"))
    #expect(sheet(true).rendered().contains(#"data-announce="Address copied""#))
    #expect(sheet(false).rendered().contains("This browser could not copy."))
  }
}
