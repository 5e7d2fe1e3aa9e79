import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

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

  @Test func `sets reminder and grace period with one tap`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    page.perform("click", on: "reminder-1800")
    page.perform("click", on: "grace-0")
    #expect(
      sent.actions == [
        .mainTab(.checkIn(.setReminderInterval(1_800))), .mainTab(.checkIn(.setGracePeriod(0))),
      ])
    #expect(page.rendered().contains(#"id="grace-600" type="button" aria-pressed="true""#))
  }

  @Test func `offers every interval and marks the current one`() {
    let sent = Sent<AppFeature.Action>()
    let picking = page({ $0.home.intervalPicker = .init() }, send: sent.sender)
    #expect(picking.rendered().contains("32 hours"))
    #expect(
      picking.rendered().contains(
        #"id="interval-86400" type="button" class="opener" aria-pressed="true""#))
    picking.perform("click", on: "interval-172800")
    picking.perform("dismiss", on: "interval-sheet")
    #expect(
      sent.actions == [
        .mainTab(.home(.intervalPicker(.presented(.intervalSelected(172_800))))),
        .mainTab(.home(.intervalPicker(.presented(.cancelButtonTapped)))),
      ])
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

  @Test func `warns while nobody would be told, but not before the list has come`() {
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
