import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Ping sheet` {
  private func page(_ ping: PingData) -> (AppPage, Sent<AppFeature.Action>) {
    var state = Samples.app(Samples.mainTab(.responders))
    state.ping = PingFeature.State(userID: Samples.user.id, pendingPings: [ping])
    state.ping.selectedPing = ping
    state.ping.isPingSheetPresented = true
    let sent = Sent<AppFeature.Action>()
    return (Samples.page(state, send: sent.sender), sent)
  }

  @Test func `a received ping is answered`() {
    let (page, sent) = page(
      PingData(
        id: "7001", senderID: Samples.bea.id, recipientID: Samples.user.id,
        timestamp: Samples.ago(4), senderName: "Bea Sommer"))
    #expect(page.rendered().contains("Asked you · Pending"))
    page.perform("click", on: "ping-respond")
    #expect(sent.actions == [.ping(.respondToPing(id: "7001"))])
  }

  @Test func `a sent ping is cleared`() {
    let (page, sent) = page(
      PingData(
        id: "7002", senderID: Samples.user.id, recipientID: Samples.tomas.id,
        timestamp: Samples.ago(4), recipientName: "Tomás Rey"))
    #expect(page.rendered().contains("You asked · Pending"))
    page.perform("click", on: "ping-clear")
    #expect(sent.actions == [.ping(.clearPing(id: "7002"))])
  }

  @Test func `earlier pings with the same person stand below, by day`() {
    func earlier(_ id: PingData.ID, _ minutes: Double, from sender: Person.ID) -> PingData {
      PingData(
        id: id, senderID: sender, recipientID: Samples.user.id, timestamp: Samples.ago(minutes),
        status: .responded)
    }
    let selected = earlier("7001", 4, from: Samples.bea.id)
    var state = Samples.app(Samples.mainTab(.responders))
    state.ping = PingFeature.State(
      userID: Samples.user.id,
      pingHistory: [
        selected, earlier("7003", 60 * 24 * 5, from: Samples.bea.id),
        earlier("7004", 60 * 24, from: Samples.bea.id), earlier("7005", 5, from: "somebody"),
      ])
    state.ping.selectedPing = selected
    state.ping.isPingSheetPresented = true
    let markup = Samples.page(state).rendered()
    let places = [#"id="ping-7004""#, #"id="ping-7003""#].compactMap {
      markup.range(of: $0)?.lowerBound
    }
    #expect(places.count == 2)
    #expect(places == places.sorted())
    #expect(markup.contains(">Yesterday<"))
    #expect(!markup.contains(#"id="ping-7001""#))
    #expect(!markup.contains(#"id="ping-7005""#))
  }
}
