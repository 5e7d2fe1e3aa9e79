import LifeSignalModel
import Testing

@Suite struct QRCodeTests {
  private let code: QRCodeID = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  @Test(arguments: [
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
    "  e621e1f8-c36c-495a-93fc-0c247a3e6e5f\n", "E621E1F8C36C495A93FC0C247A3E6E5F",
    "e621e1f8c36c-495a93fc0c247a3e6e5f",
    "https://example.org/add/e621e1f8c36c495a93fc0c247a3e6e5f/",
    "example.org/add/E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "https://example.org/add/E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "HTTP://127.0.0.1:8080/responders/add/e621e1f8-c36c-495a-93fc-0c247a3e6e5f\n",
    #"{"id":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f","userID":"7","appVersion":"1"}"#,
  ])
  func
    `a code is read in either case, with or without hyphens, from a link, and from the older format`(
      text: String
    )
  {
    #expect(QRCodeID(scanned: text) == code)
  }

  @Test(arguments: [
    "", "hello", "E621E1F8C36C495A93FC0C247A3E6E5", "G621E1F8C36C495A93FC0C247A3E6E5F",
    "E621E1F8C36C495A93FC0C247A3E6E5F0", #"{"id":"7"}"#, "{}", "{",
    "https://example.org/E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "https://example.org/add/7",
    "ftp://example.org/add/E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "https://add",
  ])
  func `a text without a code is refused`(text: String) {
    #expect(QRCodeID(scanned: text) == nil)
  }

  @Test func `the link of a code is read as the code`() {
    let link = code.link(at: "https://example.org:8443")
    #expect(link == "https://example.org:8443/add/E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(QRCodeID(scanned: link) == code)
    #expect(code.link(at: "") == code.rawValue)
  }
}
