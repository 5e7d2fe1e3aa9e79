import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Contact sheet` {
  private typealias Details = ContactDetailsSheetViewFeature

  private func page(
    _ contact: ContactData,
    _ change: (inout ContactDetailsSheetViewFeature.State) -> Void = { _ in }
  ) -> (AppPage, Sent<AppFeature.Action>) {
    let sent = Sent<AppFeature.Action>()
    return (
      Samples.page(Samples.app(Samples.contact(contact, change)), send: sent.sender), sent
    )
  }

  private func details(_ action: Details.Action) -> AppFeature.Action {
    .mainTab(.dependents(.contactDetails(.presented(action))))
  }

  @Test func `says who sees what on both sides`() {
    let markup = page(Samples.margaret).0.rendered()
    #expect(markup.contains("You see Margaret’s check-ins and alerts"))
    #expect(markup.contains("Margaret sees nothing of your check-ins"))
  }

  @Test func `shows what is the matter, the note, and how to call`() {
    let markup = page(Samples.margaret).0.rendered()
    #expect(markup.contains("Needs help now"))
    #expect(markup.contains("Spare key: Mr. Osei, flat 4."))
    #expect(markup.contains(#"href="tel:+12125550150""#))
    #expect(markup.contains(#"href="sms:+12125550150""#))
  }

  @Test func `the relation ends with one button and one question`() {
    let (page, sent) = page(Samples.tomas)
    page.perform("click", on: "contact-end")
    let (asking, answered) = self.page(Samples.tomas) { $0.activeAlert = .delete }
    #expect(asking.rendered().contains("Are you sure you want to delete this contact?"))
    asking.perform("click", on: "contact-question-delete-confirm")
    asking.perform("click", on: "contact-question-delete-cancel")
    #expect(sent.actions == [details(.removeContactButtonTapped)])
    #expect(answered.actions == [details(.confirmRemove), details(.alertDismissed)])
  }

  @Test func `shows only the name of a contact who has not agreed`() {
    let markup = page(Samples.dana).0.rendered()
    #expect(markup.contains("Until Dana accepts"))
    #expect(markup.contains("Withdraw request"))
    #expect(!markup.contains("contact-note"))
    #expect(!markup.contains("contact-ping"))
    #expect(!markup.contains("Last check-in"))
  }

  @Test func `roles are switches that say whether they are on`() {
    let (page, sent) = page(Samples.carl)
    #expect(
      page.rendered().contains(
        #"id="contact-responder" type="button" class="switch" role="switch" aria-checked="true""#))
    page.perform("click", on: "contact-responder")
    page.perform("click", on: "contact-dependent")
    #expect(sent.actions == [details(.toggleResponder), details(.toggleDependent)])
  }

  @Test func `closes by its button and by the wish to close`() {
    let (page, sent) = page(Samples.carl)
    page.perform("click", on: "contact-done")
    page.perform("dismiss", on: "contact-sheet")
    #expect(
      sent.actions == [details(.setSheetPresented(false)), details(.setSheetPresented(false))])
  }

  @Test(arguments: [
    (Details.ContactAlert.role, "Role required"), (.ping, "Ask if they’re OK?"),
    (.pingConfirmation, "Clear ping"), (.pingDisabled, "Cannot ping"),
    (.roleToggle, "Remove dependent role"), (.moved, "Contact role updated"),
  ])
  func `asks and tells in the words of the specification`(
    alert: ContactDetailsSheetViewFeature.ContactAlert, heading: String
  ) {
    let markup = page(Samples.tomas) {
      $0.activeAlert = alert
      $0.pendingRoleChange = .removeDependent
    }.0.rendered()
    #expect(markup.contains(">\(heading)</h2>"))
  }

  @Test func `reports that a former contact is gone`() {
    #expect(page(Samples.carl) { $0.contact = nil }.0.rendered().contains("Contact not found"))
  }

  @Test func `a note is text, with its line breaks`() {
    var contact = Samples.margaret
    contact.emergencyNote = "Key: flat 4\n<script>alert(1)</script>"
    let markup = page(contact).0.rendered()
    #expect(markup.contains("Key: flat 4\n&lt;script&gt;"))
    #expect(!markup.contains("<script"))
  }

  @Test func `during an alarm the note stands before everything to press`() throws {
    let markup = page(Samples.margaret).0.rendered()
    #expect(markup.contains("Notes for responders"))
    let note = try #require(markup.firstRange(of: "Spare key: Mr. Osei"))
    let call = try #require(markup.firstRange(of: #"id="contact-call""#))
    #expect(note.lowerBound < call.lowerBound)
    // On quiet days it is one of many things.
    let calm = page(Samples.carl).0.rendered()
    #expect(!calm.contains("Notes for responders"))
    #expect(calm.contains(#"id="contact-note""#))
  }

  @Test func `each side has the switches that concern it`() {
    let (mutual, sent) = page(Samples.carl)
    for id in [
      "contact-send-pings", "contact-receive-pings", "contact-notify-expiry",
      "contact-notify-check-in",
    ] { mutual.perform("click", on: id) }
    #expect(
      sent.actions == [
        details(.toggleSwitch(.sendPings)), details(.toggleSwitch(.receivePings)),
        details(.toggleSwitch(.notifyOnExpiry)), details(.toggleSwitch(.notifyOnCheckIn)),
      ])
    #expect(!page(Samples.tomas).0.rendered().contains("contact-receive-pings"))
  }

  @Test func `nickname and notes are shown and edited`() {
    var contact = Samples.carl
    contact.nickname = "Carl upstairs"
    contact.notes = "Has a <key>"
    let (shown, sent) = page(contact)
    let markup = shown.rendered()
    #expect(markup.contains(">Carl upstairs</h3>"))
    #expect(markup.contains("Has a &lt;key&gt;"))
    shown.perform("click", on: "contact-private-edit")
    let (editing, edited) = page(contact) { $0.isEditingPrivateFields = true }
    editing.perform("input", on: "contact-nickname", value: "C")
    editing.perform("input", on: "contact-notes", value: "N")
    editing.perform("click", on: "contact-private-cancel")
    #expect(sent.actions == [details(.editPrivateFieldsTapped)])
    #expect(
      edited.actions == [
        details(.setEditingNickname("C")), details(.setEditingNotes("N")),
        details(.cancelPrivateFields),
      ])
  }

  @Test func `during a duress alert there is a warning where calling and writing were`() {
    var june = Samples.june
    june.phoneNumber = "+12125550151"
    june.alarms = [
      AlarmData(id: "9002", kind: .duress, startedAt: Samples.ago(3), toldCount: 1)
    ]
    let markup = page(june).0.rendered()
    #expect(markup.contains("Don’t call, text or ping June"))
    for offer in ["contact-call", "contact-message", "contact-ping"] {
      #expect(!markup.contains(#"id="\#(offer)""#), "\(offer)")
    }
  }

  @Test func `a request is answered with Accept or Decline, and not withdrawn`() {
    let (page, sent) = page(Samples.erik)
    let markup = page.rendered()
    #expect(markup.contains("Asks to be your responder"))
    #expect(!markup.contains("Withdraw request"))
    page.perform("click", on: "contact-accept")
    page.perform("click", on: "contact-decline")
    #expect(sent.actions == [details(.acceptButtonTapped), details(.declineButtonTapped)])
  }

  @Test func `a responder who has only been asked is not shown as one`() {
    var asked = Samples.june
    asked.responderRequest = .requestedByMe
    let markup = page(asked).0.rendered()
    #expect(markup.contains("Asked. June has to accept first."))
    #expect(markup.contains("June sees nothing of your check-ins"))
    let question = page(Samples.june) {
      $0.pendingRoleChange = .addResponder
      $0.activeAlert = .roleToggle
    }.0.rendered()
    #expect(question.contains("Ask June to be your responder?"))
    #expect(question.contains("Nothing changes until they accept."))
  }

  @Test func `a person asked to be a contact's responder can accept or decline`() {
    var asking = Samples.bea
    asking.responderRequest = .requestedByThem
    let (page, sent) = page(asking)
    #expect(page.rendered().contains("Asks you to be their responder"))
    page.perform("click", on: "contact-accept")
    page.perform("click", on: "contact-decline")
    #expect(sent.actions == [details(.acceptButtonTapped), details(.declineButtonTapped)])
  }
}
