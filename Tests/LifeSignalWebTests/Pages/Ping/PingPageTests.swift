import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

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
}
