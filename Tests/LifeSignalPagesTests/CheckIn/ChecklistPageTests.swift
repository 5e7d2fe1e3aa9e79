import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `First steps` {
  private func page(
    _ change: (inout MainTabFeature.State) -> Void = { _ in },
    send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    Samples.page(
      Samples.app(
        Samples.changed(.checkIn) {
          Samples.beginning(&$0)
          change(&$0)
        }), send: send)
  }

  @Test func `each step has a button that leads to it`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    for step in ["ask", "plan", "notifications"] {
      page.perform("click", on: "checklist-\(step)-open")
    }
    #expect(
      sent.actions == [
        .mainTab(.askTapped(.watchOverMe)), .mainTab(.checkIn(.planButtonTapped)),
        .mainTab(.shortcutTapped(.notificationSettings)),
      ])
    let markup = page.rendered()
    #expect(markup.contains("Until then no one is contacted."))
    #expect(!markup.contains("Done:"))
  }

  @Test func `a step that is done says how`() {
    let asked = page {
      $0.contacts.contacts.append(Samples.dana)
      $0.checkIn.checklist.isPlanChosen = true
    }.rendered()
    #expect(asked.contains("You asked Dana. We’re waiting for an answer."))
    #expect(asked.contains("You check in once a day"))
    #expect(!asked.contains("checklist-ask-open") && !asked.contains("checklist-plan-open"))
    let watched = page { $0.contacts.contacts.append(Samples.bea) }.rendered()
    #expect(watched.contains("Bea watches over you"))
    let many = page { $0.contacts.contacts = Samples.contacts.contacts }.rendered()
    #expect(many.contains("Bea and others watch over you"))
    let often = page { $0.checkIn.checkInInterval = 28_800 }.rendered()
    #expect(often.contains("You check in at least every 8 hours"))
    let reached = page { $0.checkIn.checklist.isReached = true }.rendered()
    #expect(reached.contains("We can remind you in time"))
  }

  @Test func `the list goes when all three are done`() {
    let done = page {
      $0.contacts.contacts.append(Samples.dana)
      $0.checkIn.checklist.isPlanChosen = true
      $0.checkIn.checklist.isReached = true
    }
    #expect(!done.rendered().contains(#"id="checklist""#))
  }

  @Test func `nothing is called undone before it is known, or while an alert is on`() {
    #expect(page().rendered().contains(#"id="checklist""#))
    let changes: [(inout MainTabFeature.State) -> Void] = [
      { $0.contacts = .init() }, { $0.checkIn.checklist = .init() },
      { $0.alert.isAlertActive = true },
    ]
    for change in changes {
      #expect(!page(change).rendered().contains(#"id="checklist""#))
    }
  }
}
