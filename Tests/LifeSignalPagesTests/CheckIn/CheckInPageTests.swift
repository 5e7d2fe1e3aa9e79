import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Check-in page` {
  private func page(
    _ change: (inout MainTabFeature.State) -> Void = { _ in },
    send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    Samples.page(Samples.app(Samples.changed(.checkIn, change)), send: send)
  }

  @Test func `checks in with an ordinary form that carries a key`() {
    let markup = page().rendered()
    #expect(markup.contains(#"<form id="check-in-form""#))
    #expect(markup.contains(#"method="post" action="/check-in""#))
    #expect(markup.contains(#"type="hidden" name="key" value="sample-key""#))
    #expect(markup.contains(#"<button id="check-in-button" type="submit""#))
  }

  @Test func `the form sends the check-in where there is a script`() {
    let sent = Sent<AppFeature.Action>()
    #expect(page(send: sent.sender).perform("submit", on: "check-in-form"))
    #expect(sent.actions == [.mainTab(.checkIn(.checkInButtonTapped))])
  }

  @Test func `leaves the countdown and the ring to the browser`() {
    let markup = page().rendered()
    let deadline = Samples.user.expirationTimestamp!.milliseconds
    #expect(markup.contains(#"data-countdown="\#(deadline)""#))
    #expect(markup.contains(#"data-ring="\#(deadline)""#))
    #expect(markup.contains("16h 24m"))
    #expect(markup.contains("Next check-in in"))
    #expect(markup.contains("10 min grace"))
  }

  @Test func `a tap on the alarm is one tap, and the band shows how many there were`() {
    let sent = Sent<AppFeature.Action>()
    let two = page({ $0.alert.activationProgress = 0.5 }, send: sent.sender)
    #expect(two.rendered().contains("quarters-2"))
    #expect(two.rendered().contains("Tap 4 times to activate · 2 of 4"))
    two.perform("click", on: "alert-button")
    #expect(sent.actions == [.mainTab(.alert(.alertButtonTapped))])
  }

  @Test func `an active alert ends by holding or by a dialog, never by a tap`() {
    let sent = Sent<AppFeature.Action>()
    let active = page(Samples.alarmed, send: sent.sender)
    #expect(active.rendered().contains("Alert is active"))
    #expect(active.rendered().contains(#"data-hold="3000""#))
    #expect(!active.perform("click", on: "alert-button"))
    active.perform("hold", on: "alert-button")
    active.perform("click", on: "alert-end")
    #expect(
      sent.actions == [
        .mainTab(.alert(.alertDeactivationProgressChanged(1))),
        .mainTab(.alert(.alertDeactivationButtonTapped)),
      ])
  }

  @Test func `right after it was raised an alert cannot be ended, and its button shows that`() {
    let sent = Sent<AppFeature.Action>()
    let locked = page(
      {
        Samples.alarmed(&$0)
        $0.alert.lockedUntil = Samples.now + 2
      }, send: sent.sender)
    #expect(
      locked.rendered().contains(
        #"<button id="alert-end" type="button" class="button quiet small" disabled"#))
    #expect(!locked.perform("click", on: "alert-end"))
    #expect(sent.actions.isEmpty)
    let unlocked = page(Samples.alarmed).rendered()
    #expect(unlocked.contains(#"class="button quiet small" data-on="click">Deactivate without"#))
  }

  @Test func `the dialog that ends an alert asks first`() {
    let sent = Sent<AppFeature.Action>()
    let asking = page(Samples.ending, send: sent.sender)
    #expect(asking.rendered().contains("This will notify your responders that you are safe."))
    asking.perform("click", on: "alert-question-confirm")
    asking.perform("dismiss", on: "alert-question")
    #expect(
      sent.actions == [
        .mainTab(.alert(.confirmationAlert(.presented(.deactivateAlertConfirmed)))),
        .mainTab(.alert(.confirmationAlert(.dismiss))),
      ])
  }

  @Test func `an unsent alert says that no one was contacted, and can be sent again`() {
    let sent = Sent<AppFeature.Action>()
    let failed = page({ $0.alert.error = .networkError }, send: sent.sender)
    let markup = failed.rendered()
    #expect(markup.contains("No one has been contacted"))
    #expect(markup.contains(#"role="alertdialog""#))
    failed.perform("click", on: "alarm-failure-retry")
    failed.perform("dismiss", on: "alarm-failure")
    #expect(
      sent.actions == [
        .mainTab(.alert(.activateAlertConfirmed)), .mainTab(.alert(.dismissError)),
      ])
  }

  @Test(arguments: [false, true])
  func `a status that could not be loaded offers to raise or end no alert`(isActive: Bool) {
    let sent = Sent<AppFeature.Action>()
    let failed = page(
      {
        $0.alert.isAlertActive = isActive
        $0.alert.statusError = .networkError
      }, send: sent.sender)
    let markup = failed.rendered()
    #expect(markup.contains(#"id="alert-status-error""#))
    for words in ["No one has been contacted", "Alert is still active", "alarm-failure"] {
      #expect(!markup.contains(words))
    }
    failed.perform("dismiss", on: "alert-status-error")
    #expect(sent.actions == [.mainTab(.alert(.dismissError))])
  }

  @Test func `within the grace period it shows when we contact responders`() {
    let markup = page(Samples.late).rendered()
    #expect(markup.contains("We contact your responders at "))
    #expect(markup.contains("Overdue"))
  }

  @Test func `a check-in is confirmed above every page, aloud and with the next time`() throws {
    let markup = page {
      $0.checkIn.browserZone = Zone("Europe/Berlin")
      $0.checkIn.confirmedAt = Samples.now
      $0.selectedTab = .dependents
    }.rendered()
    let deadline = Samples.user.expirationTimestamp!.milliseconds
    #expect(
      markup.contains(#"data-announce="You’re checked in. Next by Sun 06:30.""#))
    #expect(
      markup.contains(
        #"<p>You’re checked in. Next by <span data-time="\#(deadline)" data-format="weekday">Sun 05:30 UTC</span>.</p>"#
      ))
    #expect(!page().rendered().contains("checked in."))
  }

  @Test func `the confirmation names no next time during an alert or a pause`() {
    let alerting = page {
      Samples.alarmed(&$0)
      $0.checkIn.confirmedAt = Samples.now
    }.rendered()
    #expect(alerting.contains("You’re checked in. Your alert stays on."))
    let pausing = page {
      Samples.paused(&$0)
      $0.checkIn.confirmedAt = Samples.now
    }.rendered()
    #expect(pausing.contains("You’re checked in. Your pause continues."))
  }

  @Test func `an alert that is raised takes the confirmation's place`() {
    let markup = page {
      Samples.alarmed(&$0)
      $0.checkIn.confirmedAt = Samples.now
      $0.alert.alertStartTime = Samples.now + 1
    }.rendered()
    #expect(!markup.contains("You’re checked in."))
  }

  @Test func `until the confirmation ends, the button is green`() {
    let markup = page { $0.checkIn.confirmedAt = Samples.now }.rendered()
    #expect(markup.contains(#"class="check-in-button done""#))
  }

  @Test func `resting after a check-in, the button keeps the focus`() {
    let markup = page { $0.checkIn.isCheckInButtonCoolingDown = true }.rendered()
    #expect(markup.contains(#"class="check-in-button" aria-disabled="true""#))
    #expect(!markup.contains(#"class="check-in-button" disabled"#))
  }
}
