import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

/// What the buttons of an alert promise, against what the server does.
@Suite struct `What an alert offers` {
  private func sheet(
    _ details: AlarmDetails, me: Person.ID = Samples.user.id, isReleaseAsked: Bool = false
  ) -> String {
    var state = Samples.app(Samples.mainTab(.dependents))
    var sheet = AlarmFeature.State(id: details.alarm.id, me: me)
    sheet.details = details
    sheet.isReleaseAsked = isReleaseAsked
    state.alarm = sheet
    return Samples.page(state).rendered()
  }

  private func details(
    holder: Person.ID? = nil, since minutes: Double = 6, mayHold: Bool = true,
    isComing: Bool = false, offered: Bool = false
  ) -> AlarmDetails {
    var details = Samples.margaretsAlarm(holder: holder, name: holder.map { _ in "Carl Okafor" })
    details.alarm.heldSince = holder.map { _ in Samples.ago(minutes) }
    details.alarm.offeredTo = offered ? Samples.user.id : nil
    details.mayHold = mayHold
    details.recipients.append(.init(id: Samples.user.id, name: "Sarah Johnson"))
    details.recipients[details.recipients.count - 1].isComing = isComing
    return details
  }

  private let button = #"id="alarm-acknowledge""#

  @Test func `answering says that no more people are contacted`() {
    let markup = sheet(details())
    #expect(markup.contains("I’m on it"))
    #expect(
      markup.contains("We stop contacting more people and tell the others you’re on it."))
  }

  @Test func `a responder who can only join is not offered to have it`() {
    let markup = sheet(details(mayHold: false))
    #expect(markup.contains("I’m coming") && markup.contains("We keep contacting the others."))
    #expect(!markup.contains("I’m on it") && !markup.contains("We stop contacting"))
    let offered = sheet(details(holder: "2002", since: 20, mayHold: false, offered: true))
    #expect(offered.contains("I’m coming too") && !offered.contains("Take over"))
    #expect(!offered.contains("you can take it over"))
  }

  @Test func `a responder who is coming and cannot have it has no button`() {
    for (details, words) in [
      (details(mayHold: false, isComing: true), "You’re coming. No one else is on it yet."),
      (
        details(holder: "2002", since: 20, mayHold: false, isComing: true), "You are coming too."
      ),
    ] {
      let markup = sheet(details)
      #expect(!markup.contains(button) && markup.contains(words))
    }
  }

  @Test func `taking over is offered after 15 minutes, and then not announced for later`() {
    let early = sheet(details(holder: "2002", since: 14))
    #expect(early.contains("I’m coming too") && early.contains("After 15 minutes you can take it"))
    for isComing in [false, true] {
      let markup = sheet(details(holder: "2002", since: 15, isComing: isComing))
      #expect(markup.contains("Take over") && markup.contains(button))
      #expect(!markup.contains("After 15 minutes"))
    }
  }

  @Test func `with everyone else coming, contacting the others is not claimed`() {
    var details = details(isComing: true)
    for index in details.recipients.indices { details.recipients[index].isComing = true }
    details.waiting = []
    details.alarm.comingCount = details.recipients.count
    let markup = sheet(details)
    #expect(markup.contains("You said that you’re coming."))
    #expect(!markup.contains("We are contacting the others"))
    #expect(markup.contains("You are coming, and so are: "))
  }

  @Test func `the owner is offered to contact the others only where there are others`() {
    var details = Samples.margaretsAlarm(
      of: Samples.user.id, holder: "2002", name: "Carl Okafor")
    let offer = #"id="alarm-keep-contacting""#
    #expect(sheet(details).contains(offer))
    #expect(sheet(details).contains("Carl Okafor gets no message about this."))
    details.waiting = []
    details.recipients = [details.recipients[0]]
    #expect(!sheet(details).contains(offer))
  }

  @Test func `giving an alert back names the responders who are coming and not contacted again`() {
    let again = "We contact the other responders again immediately."
    var details = Samples.margaretsAlarm(holder: Samples.user.id, name: "Sarah Johnson")
    #expect(sheet(details, isReleaseAsked: true).contains(">\(again)"))
    details.recipients[0].isComing = true
    #expect(sheet(details, isReleaseAsked: true).contains("Coming: Carl Okafor. \(again)"))
    for index in details.recipients.indices { details.recipients[index].isComing = true }
    details.waiting = []
    let markup = sheet(details, isReleaseAsked: true)
    #expect(markup.contains("June Park, Erik Sand. There is no one else to contact."))
    #expect(!markup.contains(again))
    details.recipients = []
    #expect(sheet(details, isReleaseAsked: true).contains(">There is no one else to contact."))
  }

  @Test func `The only one who is coming does not read that someone is`() {
    var details = Samples.margaretsAlarm()
    for index in details.recipients.indices {
      details.recipients[index].isComing = details.recipients[index].id == "2002"
    }
    details.alarm.comingCount = 1
    let markup = sheet(details, me: "2002")
    #expect(markup.contains("You’re coming. No one else is on it yet."))
    #expect(!markup.contains("1 responder is coming") && !markup.contains("You are coming too"))
  }

  @Test func `after the owner had the others contacted, the former holder is named as coming`() {
    var details = Samples.margaretsAlarm(of: Samples.user.id)
    #expect(sheet(details).contains("No one is on it yet."))
    details.recipients[0].isComing = true
    let markup = sheet(details)
    #expect(markup.contains("Coming: Carl Okafor. No one else is on it yet."))
    #expect(!markup.contains("No one is on it yet"))
    details.personID = Samples.margaret.id
    #expect(sheet(details, me: "2002").contains("You’re coming. No one else is on it yet."))
    details.recipients[1].isComing = true
    #expect(sheet(details, me: "2002").contains("You are coming, and so are: "))
  }
}
