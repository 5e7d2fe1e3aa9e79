import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Adding a contact` {
  private func page(
    _ change: (inout HomeFeature.State) -> Void
  ) -> (AppPage, Sent<AppFeature.Action>) {
    let sent = Sent<AppFeature.Action>()
    let state = Samples.app(Samples.changed(.responders) { change(&$0.home) })
    return (Samples.page(state, send: sent.sender), sent)
  }

  @Test func `a code is typed and handed in`() {
    let (page, sent) = page {
      $0.qrScanner = .init(isSheetPresented: true, isShowingManualEntry: true)
      $0.qrScanner?.manualQRCode = "8F14E45F-CEEA-467F-A8B6-2D1C0B8E54A1"
    }
    page.perform("input", on: "manual-code", value: "8F1")
    page.perform("submit", on: "scanner-form")
    #expect(
      sent.actions == [
        .mainTab(.home(.qrScanner(.presented(.manualEntryChanged("8F1"))))),
        .mainTab(.home(.qrScanner(.presented(.submitManualQRCode)))),
      ])
  }

  @Test func `an invalid code cannot be submitted`() {
    let (page, _) = page {
      $0.qrScanner = .init(isSheetPresented: true, isShowingManualEntry: true)
    }
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
    #expect(page.rendered().contains("Choose at least one."))
    #expect(!page.perform("click", on: "add-contact-add"))
  }

  @Test func `an unknown code says so and closes`() {
    let (page, sent) = page {
      $0.addContact = .init(isSheetPresented: true)
      $0.addContact?.error = .validation(
        title: "No one has this code", message: "No LifeSignal user found for this QR code.")
    }
    #expect(page.rendered().contains("No one has this code"))
    #expect(!page.rendered().contains("add-contact-sheet"))
    page.perform("click", on: "add-contact-error-ok")
    #expect(sent.actions == [.mainTab(.home(.addContact(.presented(.dismiss))))])
  }

  @Test func `a look-up that may be repeated offers that`() {
    let (page, sent) = page {
      $0.addContact = .init(isSheetPresented: true)
      $0.addContact?.error = .networkError
    }
    page.perform("click", on: "add-contact-error-retry")
    #expect(sent.actions == [.mainTab(.home(.addContact(.presented(.lookupUserByQRCode))))])
  }
}

@Suite struct `Scanner page` {
  private func page(
    _ change: (inout QRScannerFeature.State) -> Void = { _ in }
  ) -> (AppPage, Sent<AppFeature.Action>) {
    let sent = Sent<AppFeature.Action>()
    return (Samples.page(Samples.scanning(change), send: sent.sender), sent)
  }

  @Test(arguments: [
    ("ready", QRScannerFeature.Action.cameraReady),
    ("denied", .cameraUnavailable(.denied)), ("missing", .cameraUnavailable(.missing)),
    ("failed", .cameraUnavailable(.missing)), ("torch", .torchFound),
    ("code:https://x.org", .handleScannedQRCode("https://x.org")),
    ("picture:abc", .qrCodeSelectedFromGallery("abc")),
    ("picture:", .qrCodeSelectedFromGallery(nil)),
  ])
  func `a report of the camera's module becomes an action`(
    report: String, action: QRScannerFeature.Action
  ) {
    let (page, sent) = page()
    page.perform("report", on: "scanner-camera", value: report)
    #expect(sent.actions == [.mainTab(.home(.qrScanner(.presented(action))))])
  }

  @Test func `anything else it says is nothing`() {
    let (page, sent) = page()
    page.perform("report", on: "scanner-camera", value: "nonsense")
    #expect(sent.actions.isEmpty)
  }

  @Test func `the page starts and stops the camera's scanning, and keeps its element`() {
    #expect(page().0.rendered().contains(#"data-scanning="off""#))
    let looking = page {
      $0.isCameraReady = true
      $0.isTorchAvailable = true
    }.0
    let markup = looking.rendered()
    #expect(markup.contains(#"data-scanning="on""#))
    #expect(markup.contains(#"id="viewfinder-stage" class="viewfinder-stage" data-keep"#))
    #expect(markup.contains(#"aria-label="Turn the light on""#))
    #expect(!page().0.rendered().contains("Turn the light"))
  }

  @Test func `without a camera it says why, and the other ways remain`() {
    let refused = page {
      $0.cameraLoadFailed = true
      $0.cameraProblem = .denied
    }
    let markup = refused.0.rendered()
    #expect(markup.contains("Camera access required"))
    #expect(markup.contains("Choose a picture"))
    refused.0.perform("click", on: "camera-again")
    refused.0.perform("click", on: "scanner-by-id")
    #expect(
      refused.1.actions == [
        .mainTab(.home(.qrScanner(.presented(.initializeCamera)))),
        .mainTab(.home(.qrScanner(.presented(.manualEntryButtonTapped)))),
      ])
    let missing = page {
      $0.cameraLoadFailed = true
      $0.cameraProblem = .missing
    }
    #expect(missing.0.rendered().contains("No camera found"))
  }

  @Test func `each wrong code has its own words`() {
    #expect(page { $0.alert = .notOurCode }.0.rendered().contains("Not a LifeSignal code"))
    #expect(page { $0.showNoQRCodeAlert = true }.0.rendered().contains("No QR code found"))
    #expect(
      page { $0.showInvalidUUIDAlert = true }.0.rendered().contains("That isn’t a LifeSignal code"))
  }

  @Test func `a link is pasted whole`() {
    let (page, sent) = page { $0.isShowingManualEntry = true }
    page.perform("report", on: "manual-paste", value: "pasted:https://x.org/add/1")
    page.perform("report", on: "manual-paste", value: "failed")
    #expect(
      sent.actions == [
        .mainTab(.home(.qrScanner(.presented(.pasted("https://x.org/add/1"))))),
        .mainTab(.home(.qrScanner(.presented(.pasted(nil))))),
      ])
  }
}
