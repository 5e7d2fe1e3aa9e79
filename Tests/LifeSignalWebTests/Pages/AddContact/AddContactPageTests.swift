import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

@Suite struct `Adding a contact` {
  private func page(
    _ change: (inout HomeFeature.State) -> Void
  ) -> (AppPage, Sent<AppFeature.Action>) {
    let sent = Sent<AppFeature.Action>()
    let state = Samples.app(Samples.changed(.home) { change(&$0.home) })
    return (Samples.page(state, send: sent.sender), sent)
  }

  @Test func `a code is typed and handed in`() {
    let (page, sent) = page {
      $0.qrScanner = .init(isSheetPresented: true)
      $0.qrScanner?.manualQRCode = "8F14E45F-CEEA-467F-A8B6-2D1C0B8E54A1"
    }
    #expect(page.rendered().contains(#"maxlength="36""#))
    page.perform("input", on: "manual-code", value: "8F1")
    page.perform("submit", on: "scanner-form")
    #expect(
      sent.actions == [
        .mainTab(.home(.qrScanner(.presented(.manualEntryChanged("8F1"))))),
        .mainTab(.home(.qrScanner(.presented(.submitManualQRCode)))),
      ])
  }

  @Test func `what is no code cannot be handed in`() {
    let (page, _) = page { $0.qrScanner = .init(isSheetPresented: true) }
    #expect(
      page.rendered().contains(
        #"id="manual-code-submit" type="submit" class="button primary wide" disabled"#))
  }

  @Test func `the number is masked and the wait for an answer is said`() {
    let (page, sent) = page { $0.addContact = Samples.adding }
    let markup = page.rendered()
    #expect(markup.contains("Harper Lee"))
    #expect(markup.contains("•••-••67"))
    #expect(markup.contains("Until they accept, neither of you sees anything."))
    page.perform("click", on: "add-contact-responder")
    page.perform("click", on: "add-contact-add")
    #expect(
      sent.actions == [
        .mainTab(.home(.addContact(.presented(.updateIsResponder(true))))),
        .mainTab(.home(.addContact(.presented(.addContact)))),
      ])
  }

  @Test func `without a role nothing is sent`() {
    let (page, _) = page {
      $0.addContact = Samples.adding
      $0.addContact?.isDependent = false
    }
    #expect(page.rendered().contains("You must select at least one role."))
    #expect(!page.perform("click", on: "add-contact-add"))
  }

  @Test func `an unknown code says so and closes`() {
    let (page, sent) = page {
      $0.addContact = .init(isSheetPresented: true)
      $0.addContact?.error = .validation(
        title: "User Not Found", message: "No LifeSignal user found for this QR code.")
    }
    #expect(page.rendered().contains("User Not Found"))
    page.perform("click", on: "add-contact-error-ok")
    #expect(sent.actions == [.mainTab(.home(.addContact(.presented(.dismiss))))])
  }
}
