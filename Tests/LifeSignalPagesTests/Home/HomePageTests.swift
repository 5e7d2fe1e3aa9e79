import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Home page` {
  private func page(
    _ change: (inout MainTabFeature.State) -> Void = { _ in },
    send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    Samples.page(Samples.app(Samples.changed(.home, change)), send: send)
  }

  @Test func `shows the own code as text that can be copied`() {
    let markup = page().rendered()
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

  @Test func `sets the grace period with one tap, the reminder after a question`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    page.perform("click", on: "reminder-1800")
    page.perform("click", on: "grace-0")
    #expect(
      sent.actions == [
        .mainTab(.home(.reminderChoiceSelected(30))), .mainTab(.checkIn(.setGracePeriod(0))),
      ])
    #expect(page.rendered().contains(#"id="grace-600" type="button" aria-pressed="true""#))
  }

  @Test(arguments: [
    (0, "Are you sure you want to disable check-in notifications?"),
    (30, "notified 30 minutes before your check-in expires"),
    (120, "notified 2 hours before your check-in expires"),
  ])
  func `asks before another reminder is set`(minutes: Int, words: String) {
    let sent = Sent<AppFeature.Action>()
    let asking = page({ $0.home.pendingReminderChoice = minutes }, send: sent.sender)
    #expect(asking.rendered().contains("Change Notification Setting?"))
    #expect(asking.rendered().contains(words))
    asking.perform("click", on: "reminder-question-confirm")
    asking.perform("click", on: "reminder-question-cancel")
    #expect(
      sent.actions == [
        .mainTab(.home(.reminderChoiceConfirmed)), .mainTab(.home(.reminderChoiceCancelled)),
      ])
  }

  @Test func `picks days or hours, then how many, and saves`() {
    let sent = Sent<AppFeature.Action>()
    let picking = page({ $0.home.intervalPicker = .init() }, send: sent.sender)
    #expect(picking.rendered().contains("7 days"))
    #expect(!picking.rendered().contains("32 hours"))
    #expect(
      picking.rendered().contains(
        #"id="interval-value-1" type="button" class="chip" aria-pressed="true""#))
    picking.perform("click", on: "interval-unit-hours")
    picking.perform("click", on: "interval-value-2")
    picking.perform("click", on: "interval-save")
    picking.perform("dismiss", on: "interval-sheet")
    #expect(
      sent.actions == [
        .mainTab(.home(.intervalPicker(.presented(.intervalUnitChanged(.hours))))),
        .mainTab(.home(.intervalPicker(.presented(.intervalValueChanged(2))))),
        .mainTab(.home(.intervalSaved)),
        .mainTab(.home(.intervalPicker(.presented(.cancelButtonTapped)))),
      ])
    let hours = page { $0.home.intervalPicker = .init(currentInterval: 115_200) }
    #expect(hours.rendered().contains("32 hours"))
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

  @Test func `warns when there are no responders, but not before the list has loaded`() {
    let alone = page { $0.responders.contacts.contacts = [] }.rendered()
    #expect(alone.contains("You have no responders"))
    let loading = page { $0.responders.contacts = .init() }.rendered()
    #expect(!loading.contains("You have no responders"))
  }

  @Test func `explains itself in four points`() {
    let markup = page { $0.home.showInstructions = true }.rendered()
    #expect(markup.contains("How to use LifeSignal"))
    #expect(markup.matches(of: /<li><b>/).count == 4)
  }
}
