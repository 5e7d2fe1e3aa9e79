import LifeSignalModel
import Testing

@Suite struct MailReturnTests {
  @Test(arguments: [true, false])
  func `A stored reason reads back as the same value`(isMailboxGone: Bool) {
    let value = MailReturn(status: "5.1.1", isMailboxGone: isMailboxGone)
    #expect(MailReturn(text: value.text) == value)
  }

  @Test func `Rows of earlier versions read as before`() {
    #expect(
      MailReturn(text: "email: came back (5.1.1), no such mailbox")
        == MailReturn(status: "5.1.1", isMailboxGone: true))
    #expect(
      MailReturn(text: "email: came back (5.2.2)")
        == MailReturn(status: "5.2.2", isMailboxGone: false))
  }

  @Test(
    arguments: [
      "", "email: answered 552 (5.2.2)", "email: came back (5.1.1), no such mailbox.",
      "the email: came back (5.1.1), no such mailbox", "email: came back (5.1.1), (no such mailbox",
    ])
  func `Any other reason is not a mail that came back`(text: String) {
    #expect(MailReturn(text: text) == nil)
  }
}
