import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Own code` {
  private func page(
    on tab: MainTabFeature.Tab = .responders,
    _ change: (inout MainTabFeature.State) -> Void = { _ in },
    send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    Samples.page(Samples.app(Samples.changed(tab, change)), send: send)
  }

  @Test(arguments: [MainTabFeature.Tab.responders, .dependents])
  func `shows the own code beside both lists as text that can be copied`(
    tab: MainTabFeature.Tab
  ) {
    let markup = page(on: tab).rendered()
    #expect(
      markup.contains(#"<output id="qr-code-id">8F14E45F-CEEA-467F-A8B6-2D1C0B8E54A1</output>"#))
  }

  @Test func `shows the own code as a picture, and hides it while a new one comes`() {
    let markup = page().rendered()
    #expect(markup.contains(#"class="qr" viewBox="0 0 33 33" role="img""#))
    #expect(markup.contains(#"data-module="share" data-code="8F14E45F"#))
    let resetting = page { $0.home.isResettingQRCode = true }
    #expect(!resetting.rendered().contains("8F14E45F"))
    #expect(!resetting.perform("click", on: "share-code"))
    #expect(!resetting.perform("click", on: "reset-code"))
  }

  @Test func `resetting the code comes after sharing and scanning it`() throws {
    let markup = page().rendered()
    let places = try ["share-code", "scan-code", "reset-code"].map {
      try #require(markup.firstRange(of: "id=\"\($0)\"")).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test func `on the code's own sheet, no reset stands where others have Cancel`() throws {
    let state = Samples.app(
      Samples.changed(.profile) { $0.profile.qrCode = .init(qrCodeID: Samples.user.qrCodeID) })
    let markup = Samples.page(state).rendered()
    let title = try #require(markup.firstRange(of: "id=\"qr-code-sheet-title\"")).lowerBound
    let share = try #require(markup.firstRange(of: "id=\"qr-code-share\"")).lowerBound
    let reset = try #require(markup.firstRange(of: "id=\"qr-code-refresh\"")).lowerBound
    #expect(title < share && share < reset)
  }

  @Test func `tells what the browser copied and shared`() {
    let sent = Sent<AppFeature.Action>()
    let sharing = page(
      { $0.home.shareQRCode = .init(qrCodeID: $0.home.qrCodeID) }, send: sent.sender)
    sharing.perform("report", on: "own-code", value: "copied")
    sharing.perform("report", on: "own-code", value: "copy-failed")
    sharing.perform("report", on: "own-code", value: "nonsense")
    sharing.perform("report", on: "share-card", value: "link-copied")
    sharing.perform("report", on: "share-card", value: "downloaded")
    sharing.perform("click", on: "share-done")
    #expect(
      sent.actions == [
        .mainTab(.home(.copyQRCodeIDTapped)), .mainTab(.home(.copyQRCodeIDFailed)),
        .mainTab(.home(.shareQRCode(.presented(.shareFinished(.linkCopied))))),
        .mainTab(.home(.shareQRCode(.presented(.shareFinished(.downloaded))))),
        .mainTab(.home(.shareQRCode(.presented(.doneButtonTapped)))),
      ])
    let copied = page { $0.home.feedback = .copyFailed }.rendered()
    #expect(copied.contains("This browser could not copy."))
  }

  @Test func `resets the code only after a question`() {
    let sent = Sent<AppFeature.Action>()
    page(send: sent.sender).perform("click", on: "reset-code")
    let asking = page({ $0.home.showResetQRConfirmation = true }, send: sent.sender)
    #expect(asking.rendered().contains("This will invalidate any previously shared QR codes."))
    asking.perform("click", on: "reset-code-question-confirm")
    #expect(
      sent.actions == [
        .mainTab(.home(.resetQRCodeButtonTapped)), .mainTab(.home(.resetQRCodeConfirmed)),
      ])
  }

  @Test func `explains itself in four points`() {
    let sent = Sent<AppFeature.Action>()
    page(on: .profile, send: sent.sender).perform("click", on: "show-instructions")
    #expect(sent.actions == [.mainTab(.home(.showInstructionsButtonTapped))])
    let markup = page(on: .profile) { $0.home.showInstructions = true }.rendered()
    #expect(markup.contains("How to use LifeSignal"))
    #expect(markup.matches(of: /<li><b>/).count == 4)
  }
}
