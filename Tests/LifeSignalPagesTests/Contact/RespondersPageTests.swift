import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Responders page` {
  private func page(
    _ change: (inout RespondersFeature.State) -> Void = { _ in },
    send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    Samples.page(Samples.app(Samples.changed(.responders) { change(&$0.responders) }), send: send)
  }

  @Test func `a ping is a question with a one-tap answer`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    #expect(page.rendered().contains("Bea asks: are you OK?"))
    #expect(page.rendered().contains("Respond to ping from Bea Sommer"))
    page.perform("click", on: "respond-7001")
    #expect(sent.actions == [.mainTab(.responders(.ping(.respondToPing(id: "7001"))))])
  }

  @Test func `a request says what it would mean and is accepted or declined`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    let markup = page.rendered()
    #expect(markup.contains("Asks to be your responder"))
    #expect(markup.contains("Until you accept, Erik sees nothing."))
    page.perform("click", on: "accept-2004")
    page.perform("click", on: "decline-2004")
    #expect(
      sent.actions == [
        .mainTab(.responders(.contacts(.acceptContact(id: "2004")))),
        .mainTab(.responders(.contacts(.declineContact(id: "2004")))),
      ])
  }

  @Test func `an answer on its way cannot be given twice`() {
    let busy = page { $0.contacts.pendingRequests = ["2004"] }
    #expect(!busy.perform("click", on: "accept-2004"))
  }

  @Test func `a person who was asked is shown as asked, not as a responder`() throws {
    let markup = page().rendered()
    #expect(markup.contains("Asked · waiting for their answer"))
    let told = try #require(markup.split(separator: #"id="responders-list""#).last)
    let list = try #require(told.split(separator: "</ul>").first)
    #expect(list.contains("Bea Sommer"))
    #expect(!list.contains("Dana Weiss"))
    #expect(!list.contains("Erik Sand"))
  }

  @Test func `a sent request does not claim that it is accepted`() {
    let markup = page { $0.alerts.contactAdded = true }.rendered()
    #expect(markup.contains("Request sent"))
    #expect(markup.contains("as soon as they accept"))
  }

  @Test func `an empty list says what responders are for`() {
    let sent = Sent<AppFeature.Action>()
    let page = page({ $0.contacts.contacts = [] }, send: sent.sender)
    #expect(page.rendered().contains("No responders yet"))
    page.perform("click", on: "add-responder")
    #expect(sent.actions == [.mainTab(.responders(.showQRScanner))])
  }

  @Test func `all pings are answered only after a question`() {
    let sent = Sent<AppFeature.Action>()
    page(send: sent.sender).perform("click", on: "respond-to-all")
    page({ $0.isRespondToAllConfirmationPresented = true }, send: sent.sender)
      .perform("click", on: "respond-to-all-question-confirm")
    #expect(
      sent.actions == [
        .mainTab(.responders(.respondToAllTapped)), .mainTab(.responders(.respondToAllConfirmed)),
      ])
  }

  @Test func `a name is text wherever it stands`() {
    let markup = page {
      $0.contacts.contacts[id: "2002"]?.name = #"<img src=x onerror="a()"> "Carl""#
    }.rendered()
    #expect(!markup.contains("<img"))
    #expect(markup.contains("&lt;img src=x"))
  }
}
