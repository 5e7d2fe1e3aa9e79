import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Dependents page` {
  private func page(
    _ change: (inout DependentsFeature.State) -> Void = { _ in },
    send: ActionSender<AppFeature.Action> = .nowhere
  ) -> AppPage {
    Samples.page(Samples.app(Samples.changed(.dependents) { change(&$0.dependents) }), send: send)
  }

  @Test func `alerts come first, then the late, then the others`() throws {
    let markup = page().rendered()
    let places = ["Margaret Hale", "Tomás Rey", "June Park"].compactMap {
      markup.range(of: $0)?.lowerBound
    }
    #expect(places.count == 3)
    #expect(places == places.sorted())
  }

  @Test func `status is said in words, not by colour alone`() {
    let markup = page().rendered()
    #expect(markup.contains("Alert active"))
    #expect(markup.contains("Not responsive"))
    #expect(markup.contains(" left"))
    #expect(markup.contains("Doesn’t check in"))
  }

  @Test func `the bell asks, and so does the menu`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    #expect(page.rendered().contains(#"aria-label="Ping June Park""#))
    #expect(page.rendered().contains(#"aria-label="Clear ping for Tomás Rey""#))
    page.perform("click", on: "ping-3003")
    page.perform("click", on: "ping-3002")
    page.perform("click", on: "menu-ping-3003")
    page.perform("click", on: "details-3001")
    #expect(
      sent.actions == [
        .mainTab(.dependents(.pingButtonTapped("3003"))),
        .mainTab(.dependents(.pingButtonTapped("3002"))),
        .mainTab(.dependents(.pingButtonTapped("3003"))),
        .mainTab(.dependents(.selectContact(Samples.margaret))),
      ])
  }

  @Test func `a ping is sent, and one withdrawn, only after a question in its own words`() {
    let sent = Sent<AppFeature.Action>()
    let asking = page({ $0.pingConfirmation = .send("3003") }, send: sent.sender)
    #expect(asking.rendered().contains("They can answer with one tap."))
    asking.perform("click", on: "ping-question-confirm")
    asking.perform("dismiss", on: "ping-question")
    let clearing = page { $0.pingConfirmation = .clear("3002") }.rendered()
    #expect(clearing.contains("Do you want to clear the pending ping to this contact?"))
    #expect(
      sent.actions == [
        .mainTab(.dependents(.pingConfirmed)), .mainTab(.dependents(.pingConfirmationDismissed)),
      ])
    let done = page { $0.isPingSent = true }.rendered()
    #expect(done.contains("We asked if they’re OK."))
  }

  @Test func `a ping on its way cannot be asked for again`() {
    let busy = page { $0.pendingPings = .init([.ping("3003"): "3003"]) }
    #expect(!busy.perform("click", on: "ping-3003"))
    #expect(!busy.perform("click", on: "menu-ping-3003"))
  }

  @Test func `a long list can be searched, a short one need not`() {
    #expect(!page().rendered().contains("search-dependents"))
    let sent = Sent<AppFeature.Action>()
    let long = page(Samples.many, send: sent.sender)
    #expect(long.rendered().contains(#"id="search-dependents""#))
    long.perform("input", on: "search-dependents", value: "person 3")
    #expect(sent.actions == [.mainTab(.dependents(.searchTextChanged("person 3")))])
    let found = page {
      Samples.many(&$0)
      $0.searchText = "person 3"
    }.rendered()
    #expect(found.contains(#"data-announce="1 person found""#))
    #expect(found.contains("Person 3") && !found.contains("Person 4"))
    let none = page {
      Samples.many(&$0)
      $0.searchText = "zzz"
    }.rendered()
    #expect(none.contains("No one found"))
  }

  @Test func `the list can be asked for again, once at a time`() {
    let sent = Sent<AppFeature.Action>()
    page(send: sent.sender).perform("click", on: "refresh-dependents")
    #expect(sent.actions == [.mainTab(.dependents(.refresh))])
    #expect(!page { $0.isLoading = true }.perform("click", on: "refresh-dependents"))
  }

  @Test func `the whole row opens the person`() {
    let sent = Sent<AppFeature.Action>()
    page(send: sent.sender).perform("click", on: "dependent-3001-open")
    #expect(sent.actions == [.mainTab(.dependents(.selectContact(Samples.margaret)))])
  }

  @Test func `sorting is chosen by its label`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    #expect(page.rendered().contains(#"aria-label="Sort dependents""#))
    page.perform("change", on: "sort-dependents", value: "Name")
    page.perform("change", on: "sort-dependents", value: "Nonsense")
    #expect(sent.actions == [.mainTab(.dependents(.setSortOption(.name)))])
  }

  @Test func `nothing of a person is shown before both agree`() {
    let markup = page {
      $0.contacts.contacts = [
        ContactData(id: "3009", name: "Ann Lee", relation: .requestedByMe, isDependent: true)
      ]
    }.rendered()
    #expect(markup.contains("Asked · waiting for their answer"))
    #expect(!markup.contains(#"id="ping-3009""#))
    #expect(!markup.contains("Doesn’t check in"))
  }

  @Test func `the badge of the tab counts the late and the alerting`() {
    #expect(page().rendered().contains(", 2 late or alerting"))
  }

  @Test func `an empty list says so`() {
    #expect(page { $0.contacts.contacts = [] }.rendered().contains("No dependents yet"))
  }

  private func watching(_ alarms: [AlarmData]) -> String {
    page {
      var june = Samples.june
      june.phoneNumber = "+12125550151"
      june.alarms = alarms
      $0.contacts.contacts = [june]
    }.rendered()
  }

  private func alarm(
    _ id: AlertRecord.ID, _ kind: Alert.Kind, holder: String? = nil
  ) -> AlarmData {
    AlarmData(
      id: id, kind: kind, startedAt: Samples.ago(3), holder: holder.map { _ in "2002" },
      holderName: holder, toldCount: 1)
  }

  @Test func `during a duress alert the person is not fine, and nothing offers to reach them`() {
    let markup = watching([alarm("9002", .duress)])
    #expect(!markup.contains("All fine"))
    #expect(markup.contains("Secretly asks for help"))
    #expect(markup.contains("Don’t call, text or ping June"))
    for offer in [#"href="tel:+1212"#, "href=\"sms:", #"id="ping-3003""#, "menu-ping-3003"] {
      #expect(!markup.contains(offer), "\(offer)")
    }
  }

  @Test func `a person whose check-ins are paused is not listed under All fine`() {
    let markup = page {
      var june = Samples.june
      june.pausedUntil = Samples.now + 86_400
      $0.contacts.contacts = [june]
    }.rendered()
    #expect(markup.contains("Paused until") && markup.contains("All others"))
    #expect(!markup.contains("All fine"))
  }

  @Test func `a responder who does not know of a duress alert sees the usual page`() {
    let markup = watching([])
    #expect(markup.contains("All fine") && !markup.contains("Don’t call"))
    for offer in [#"href="tel:+1212"#, "href=\"sms:", #"id="ping-3003""#, "menu-ping-3003"] {
      #expect(markup.contains(offer), "\(offer)")
    }
  }

  @Test func `the unanswered one of two alerts is shown, without the responder who has the other`()
  {
    let both = watching([
      alarm("9001", .missedCheckIn, holder: "Carl Okafor"), alarm("9002", .manual),
    ])
    #expect(both.contains("Alert active") && !both.contains("Carl Okafor"))
    let held = watching([alarm("9002", .manual, holder: "Carl Okafor")])
    #expect(held.contains("Carl Okafor is on it"))
    var mine = alarm("9002", .manual, holder: "Sarah Johnson")
    mine.holder = Samples.user.id
    #expect(watching([mine]).contains("You are on it"))
    #expect(!watching([mine]).contains("Sarah Johnson is on it"))
  }
}
