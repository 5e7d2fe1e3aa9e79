import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

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
    #expect(markup.contains("Alert Active"))
    #expect(markup.contains("Not responsive"))
    #expect(markup.contains(" left"))
    #expect(markup.contains("No check-in"))
  }

  @Test func `the bell pings, and takes a pending ping back by its own id`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    #expect(page.rendered().contains(#"aria-label="Ping June Park""#))
    #expect(page.rendered().contains(#"aria-label="Clear ping for Tomás Rey""#))
    page.perform("click", on: "ping-3003")
    page.perform("click", on: "ping-3002")
    #expect(
      sent.actions == [
        .mainTab(.dependents(.ping(.pingDependent(id: "3003")))),
        .mainTab(.dependents(.ping(.clearPing(id: "7002")))),
      ])
  }

  @Test func `the whole row opens the person`() {
    let sent = Sent<AppFeature.Action>()
    page(send: sent.sender).perform("click", on: "dependent-3001-open")
    #expect(sent.actions == [.mainTab(.dependents(.selectContact(Samples.margaret)))])
  }

  @Test func `sorting is chosen by its label`() {
    let sent = Sent<AppFeature.Action>()
    let page = page(send: sent.sender)
    #expect(page.rendered().contains(#"aria-label="Sort Dependents""#))
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
    #expect(!markup.contains("No check-in"))
  }

  @Test func `the badge of the tab counts the late and the alerting`() {
    #expect(page().rendered().contains(", 2 late or alerting"))
  }

  @Test func `without anybody it says so`() {
    #expect(page { $0.contacts.contacts = [] }.rendered().contains("No dependents yet"))
  }
}
