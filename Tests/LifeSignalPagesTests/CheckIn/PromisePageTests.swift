import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `The pages of the promise` {
  private func page(
    _ change: (inout MainTabFeature.State) -> Void, send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    Samples.page(Samples.app(Samples.changed(.checkIn, change)), send: send)
  }

  private func actions(
    _ change: (inout MainTabFeature.State) -> Void, clicking ids: String...
  ) -> [AppFeature.Action] {
    let sent = Sent<AppFeature.Action>()
    let page = page(change, send: sent.sender)
    for id in ids { #expect(page.perform("click", on: id), "\(id)") }
    return sent.actions
  }

  @Test func `paused, it looks calm and says until when`() {
    let markup = page(Samples.paused).rendered()
    #expect(markup.contains("Paused"))
    #expect(markup.contains(#"id="resume""#))
    #expect(!markup.contains("data-countdown"))
    #expect(!markup.contains(#"id="pause""#))
    #expect(
      actions(Samples.paused, clicking: "resume", "change-pause") == [
        .mainTab(.checkIn(.resumeButtonTapped)), .mainTab(.checkIn(.pauseButtonTapped)),
      ])
  }

  @Test func `a reminder can come again while there is time, and the page says when`() {
    func due(_ minutes: Double, _ until: Date? = nil) -> (inout MainTabFeature.State) -> Void {
      { state in
        state.checkIn.nextCheckInTime = Samples.ago(-minutes)
        state.checkIn.snoozedUntil = until
      }
    }
    #expect(
      actions(due(90), clicking: "snooze") == [.mainTab(.checkIn(.snoozeButtonTapped))])
    #expect(!page(due(180)).rendered().contains(#"id="snooze""#))
    #expect(!page(due(5)).rendered().contains(#"id="snooze""#))
    let asked = page(due(90, Samples.ago(-30))).rendered()
    #expect(!asked.contains(#"id="snooze""#) && asked.contains(#"id="snoozed""#))
    #expect(asked.contains("We’ll remind you again at"))
  }

  @Test func `plan, pause, history and travel are one tap away`() {
    #expect(
      actions({ _ in }, clicking: "change-plan", "pause", "history", "travel-start") == [
        .mainTab(.checkIn(.planButtonTapped)), .mainTab(.checkIn(.pauseButtonTapped)),
        .mainTab(.checkIn(.historyButtonTapped)),
        .mainTab(.checkIn(.travel(.startButtonTapped))),
      ])
  }

  @Test func `the plan sheet chooses the reminder and the grace period`() {
    let markup = page(Samples.planningInterval).rendered()
    #expect(markup.contains(#"id="plan-reminder-7200" type="button" aria-pressed="true""#))
    #expect(markup.contains(#"id="plan-grace-600" type="button" aria-pressed="true""#))
    func plan(_ action: CheckInPlanFeature.Action) -> AppFeature.Action {
      .mainTab(.checkIn(.planEditor(.presented(action))))
    }
    #expect(
      actions(Samples.planningInterval, clicking: "plan-reminder-0", "plan-grace-1800") == [
        plan(.reminderChosen(0)), plan(.gracePeriodChosen(1_800)),
      ])
  }

  @Test func `days or hours are picked, also hours that are no longer offered`() {
    let markup = page(Samples.planningInterval).rendered()
    #expect(markup.contains("7 days") && !markup.contains("32 hours"))
    let former = page {
      $0.checkIn.planEditor = .init(plan: .interval(115_200))
    }
    #expect(former.rendered().contains("32 hours"))
  }

  @Test func `the plan sheet adds, removes and names times, days and zone`() {
    let markup = page(Samples.planning).rendered()
    // The browser writes it with twelve hours where its reader lives so.
    #expect(markup.contains(#"<span data-time="73800000" data-format="wall">20:30</span>"#))
    #expect(markup.contains(#"aria-label="Remove 08:00""#))
    #expect(markup.contains("Use America/New_York"))
    #expect(markup.contains(#"value="Europe/Berlin" list="plan-zones""#))
    #expect(markup.contains(#"<datalist id="plan-zones" data-module="zones" data-keep>"#))
    #expect(markup.contains(#"id="plan-day-1" type="button" class="chip" aria-pressed="true""#))
    #expect(markup.contains(#"id="plan-day-2" type="button" class="chip" aria-pressed="false""#))
    func plan(_ action: CheckInPlanFeature.Action) -> AppFeature.Action {
      .mainTab(.checkIn(.planEditor(.presented(action))))
    }
    #expect(
      actions(
        Samples.planning, clicking: "plan-remove-480", "plan-add", "plan-day-2", "plan-workdays",
        "plan-use-zone", "plan-kind-interval", "plan-save", "plan-cancel") == [
          plan(.removeTimeTapped(TimeOfDay("08:00")!)), plan(.addTimeTapped),
          plan(.dayToggled(.tuesday)), plan(.daysSelected(Weekday.workdays)),
          plan(.useBrowserZoneTapped), plan(.kindChanged(.interval)), plan(.saveTapped),
          plan(.cancelTapped),
        ])
    let empty = page(Samples.planless).rendered()
    #expect(empty.contains("No times yet"))
    #expect(empty.contains("Choose at least one time of day."))
  }

  @Test func `every day of the picture says in words what it was`() {
    let markup = page(Samples.remembered).rendered()
    #expect(markup.contains("missed on 1 day, paused on 3 days."))
    #expect(markup.contains(": missed</span>"))
    #expect(markup.contains(": paused</span>"))
    #expect(markup.contains(": checked in 2 times</span>"))
    #expect(markup.contains(": still to come</span>"))
    #expect(markup.components(separatedBy: "<td>").count == 36)
    #expect(markup.contains(#"id="history-older""#))
    #expect(page(Samples.forgotten).rendered().contains("No check-ins yet"))
  }

  @Test func `a journey shows what is left, and one that is overdue who knows`() {
    let running = { (state: inout MainTabFeature.State) in
      state.checkIn.travel.travel = Samples.journey()
    }
    let markup = page(running).rendered()
    #expect(markup.contains("Arriving by "))
    #expect(markup.contains("Bus 42 to Grandma"))
    #expect(
      actions(running, clicking: "travel-arrive", "travel-extend-1800", "travel-cancel") == [
        .mainTab(.checkIn(.travel(.arriveTapped))),
        .mainTab(.checkIn(.travel(.extendTapped(1_800)))),
        .mainTab(.checkIn(.travel(.cancelTapped))),
      ])
    let overdue = page { $0.checkIn.travel.travel = Samples.journey(Samples.ago(25), .overdue) }
    #expect(overdue.rendered().contains("We’re contacting your responders"))
    #expect(!overdue.rendered().contains("travel-cancel"))
  }

  @Test func `near its end a journey asks on whatever page one is`() {
    let sent = Sent<AppFeature.Action>()
    let asking = Samples.page(
      Samples.app(
        Samples.changed(.responders) { $0.checkIn.travel.travel = Samples.journey(Samples.ago(-5)) }
      ),
      send: sent.sender)
    #expect(asking.rendered().contains("Have you arrived?"))
    asking.perform("click", on: "travel-reminder-extend-900")
    asking.perform("dismiss", on: "travel-reminder")
    #expect(
      sent.actions == [
        .mainTab(.checkIn(.travel(.extendTapped(900)))),
        .mainTab(.checkIn(.travel(.reminderDismissed))),
      ])
  }

  @Test func `a travel timer that has ended is in the past tense`() {
    func reminder(_ due: Date) -> String {
      Samples.page(
        Samples.app(
          Samples.changed(.responders) { $0.checkIn.travel.travel = Samples.journey(due) })
      ).rendered()
    }
    let before = reminder(Samples.ago(-1))
    #expect(before.contains("Your travel timer ends at ") && !before.contains("timer ended at "))
    for due in [Samples.now, Samples.ago(4)] {
      let after = reminder(due)
      #expect(after.contains("Your travel timer ended at ") && !after.contains("timer ends at "))
    }
  }

  @Test func `the browser is heard about its zone`() {
    let sent = Sent<AppFeature.Action>()
    let page = page({ $0.checkIn.browserZone = Zone("Europe/Berlin") }, send: sent.sender)
    #expect(page.rendered().contains(#"data-zone="Europe/Berlin""#))
    page.perform("change", on: "browser-zone", value: "Asia/Kathmandu")
    #expect(sent.actions == [.mainTab(.checkIn(.zoneOffered("Asia/Kathmandu")))])
  }

  @Test func `responders see a pause, and the note only with the alarm`() {
    let away = Samples.page(Samples.app(Samples.contact(Samples.away))).rendered()
    #expect(away.contains("Paused until"))
    let overdue = Samples.page(Samples.app(Samples.contact(Samples.overdue))).rendered()
    #expect(overdue.contains("Has not arrived"))
    #expect(overdue.contains("Bus 42 to Grandma"))
  }
}
