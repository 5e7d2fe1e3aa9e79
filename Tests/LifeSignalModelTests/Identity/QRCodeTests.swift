import LifeSignalModel
import Testing

@Suite struct QRCodeTests {
  private let code: QRCodeID = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  @Test(arguments: [
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
    "  e621e1f8-c36c-495a-93fc-0c247a3e6e5f\n",
    #"{"id":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f","userID":"7","appVersion":"1"}"#,
  ])
  func `a code is read in either case, with blanks, and from the older format`(text: String) {
    #expect(QRCodeID(scanned: text) == code)
  }

  @Test(arguments: ["", "hello", "E621E1F8C36C495A93FC0C247A3E6E5F", #"{"id":"7"}"#, "{}", "{"])
  func `a text without a code is refused`(text: String) {
    #expect(QRCodeID(scanned: text) == nil)
  }
}
