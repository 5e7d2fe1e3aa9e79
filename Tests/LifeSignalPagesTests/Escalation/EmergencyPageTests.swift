import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

/// The page of a responder while a person they watch over needs help.
@Suite struct `A responder in an emergency` {
  private func page(
    _ details: AlarmDetails?, id: AlertRecord.ID = "9001",
    _ contact: ContactData = Samples.margaret,
    _ change: (inout AlarmFeature.State) -> Void = { _ in }
  ) -> String {
    var state = Samples.app(
      Samples.changed(.checkIn) { $0.contacts.contacts[id: contact.id] = contact })
    var sheet = AlarmFeature.State(id: id, me: Samples.user.id)
    sheet.details = details
    change(&sheet)
    state.alarm = sheet
    return Samples.page(state).rendered()
  }

  private func place(of part: String, in markup: String) throws -> String.Index {
    try #require(markup.range(of: part)).lowerBound
  }

  @Test func `who and what comes first, then the call, the answer and the note`() throws {
    let markup = page(Samples.calledToo())
    let order = try [
      "Margaret missed a check-in", #"href="tel:+12125550150""#, #"id="alarm-acknowledge""#,
      "Heart medication in the kitchen", #"id="alarm-reached""#, #"id="alarm-recipients""#,
    ].map { try place(of: $0, in: markup) }
    #expect(order == order.sorted())
    #expect(markup.contains(#"class="sheet emergency""#) && markup.contains("Later"))
  }

  @Test func `it is useful before its details have come`() {
    var contact = Samples.margaret
    contact.alarms = [Samples.margaretsAlarm().alarm]
    let markup = page(nil, contact) { $0.isLoading = true }
    #expect(markup.contains("Margaret missed a check-in"))
    #expect(markup.contains(#"href="tel:+12125550150""#))
    #expect(!markup.contains("Loading the alert"))
  }

  @Test(arguments: [true, false])
  func `under duress nothing offers a call or says that all is fine`(_ isAboutOther: Bool) throws {
    var contact = Samples.margaret
    var duress = Samples.margaretsAlarm().alarm
    duress.kind = .duress
    contact.alarms = [duress]
    let markup = page(Samples.calledToo(isAboutOther ? .missedCheckIn : .duress), contact)
    let sheet = markup[try place(of: #"id="alarm-sheet""#, in: markup)...]
    #expect(sheet.contains("Don’t call Margaret") && sheet.contains("emergency duress"))
    #expect(sheet.contains(#"href="tel:911""#) && !sheet.contains("tel:+1"))
    #expect(!sheet.contains("all fine") && !sheet.contains(#"id="alarm-reached""#))
  }

  @Test func `a report says what follows from it`() {
    let missed = page(Samples.calledToo()) { $0.isReachedAsked = true }
    #expect(missed.contains("They still have to check in."))
    let manual = page(Samples.calledToo(.manual)) { $0.isReachedAsked = true }
    #expect(
      manual.contains("The alert stays on until they end it.") && !manual.contains("End alert"))
  }

  @Test func `all read who has reached the person while the alert stays on`() {
    let markup = page(Samples.calledToo(.manual, isReached: true))
    #expect(markup.contains("Carl Okafor reached Margaret. The alert stays on until they end it."))
    #expect(markup.contains("Reached them at"))
  }

  @Test func `put aside, a bar on every tab leads back and counts the others`() {
    for tab in MainTabFeature.Tab.allCases {
      var state = Samples.putAside(.missedCheckIn)
      state.mainTab?.selectedTab = tab
      let markup = Samples.page(state).rendered()
      #expect(markup.contains(#"id="emergency-bar-open""#))
      #expect(markup.contains("Margaret missed a check-in") && markup.contains("1 more alert"))
      state.alarm = AlarmFeature.State(id: "9001", me: Samples.user.id)
      #expect(!Samples.page(state).rendered().contains("emergency-bar"))
    }
    let duress = Samples.page(Samples.putAside(.duress)).rendered()
    #expect(duress.contains("Don’t call Margaret"))
  }

  @Test func `the contact’s page begins with the call, the answer and the note`() throws {
    var contact = Samples.margaret
    contact.alarms = [Samples.margaretsAlarm().alarm]
    let markup = Samples.page(Samples.app(Samples.contact(contact))).rendered()
    let order = try [
      #"id="contact-alarm-call""#, #"id="alarm-9001-open""#, "Notes for responders",
      #"id="contact-more""#, #"id="contact-roles""#, #"id="contact-end""#,
    ].map { try place(of: $0, in: markup) }
    #expect(order == order.sorted())
    let calm = Samples.page(Samples.app(Samples.contact(Samples.june))).rendered()
    #expect(!calm.contains(#"id="contact-more""#) && calm.contains(#"id="contact-roles""#))
  }
}
