import Testing

@testable import LifeSignalWeb

@Suite struct `A carrier's signature` {
  private let carrier = CarrierSignature(origin: "https://mycompany.com", secret: "12345")
  private let target = "/myapp.php?foo=1&bar=2"
  private let body = """
    CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309\
    &To=%2B18005551212
    """

  private func form(_ text: String) throws -> CallbackForm {
    try #require(CallbackForm(text.utf8))
  }

  /// The example of Twilio's documentation of webhook security.
  private let documented = "RSOYDt4T1cUTdK1PDd93/VVr8B8="

  @Test func `is that of the documented example, in whatever order the fields come`() throws {
    #expect(carrier.isValid(documented, for: target, try form(body)))
    let turned = body.split(separator: "&").reversed().joined(separator: "&")
    #expect(carrier.isValid(documented, for: target, try form(turned)))
  }

  /// Of the tests of Twilio's own libraries.
  @Test func `takes each value of a repeated field once, and sorts them`() throws {
    let form = try form("Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234")
    #expect(carrier.isValid("IK+Dwps556ElfBT0I3Rgjkr1wJU=", for: target, form))
  }

  @Test func `does not fit anything else`() throws {
    let form = try form(body)
    #expect(!carrier.isValid(nil, for: target, form))
    for forged in ["", "AAAA", "RSOYDt4T1cUTdK1PDd93/VVr8B8", "rsoydt4t1cutdk1pdd93/vvr8b8="] {
      #expect(!carrier.isValid(forged, for: target, form))
    }
    #expect(!carrier.isValid(documented, for: "/myapp.php?foo=1&bar=3", form))
    #expect(!carrier.isValid(documented, for: target, try self.form(body + "&More=1")))
    #expect(
      !carrier.isValid(
        documented, for: target, try self.form(body.replacing("1234&", with: "1235&"))))
    for (origin, secret) in [
      ("https://mycompany.com", "12346"), ("https://other.com", "12345"),
      ("http://mycompany.com", "12345"),
    ] {
      let other = CarrierSignature(origin: origin, secret: secret)
      #expect(!other.isValid(documented, for: target, form))
    }
  }

  @Test func `fits with and without the port, which carriers disagree about`() throws {
    for origin in ["https://mycompany.com:443", "https://mycompany.com:8443"] {
      let other = CarrierSignature(origin: origin, secret: "12345")
      #expect(other.isValid(documented, for: target, try form(body)))
    }
  }

  @Test(arguments: [
    ("a=1&b=2", "a1b2"), ("b=2&a=1", "a1b2"), ("a=1+2%2B3", "a1 2+3"), ("a&b=", "ab"),
    ("B=1&a=2", "B1a2"), ("a=%C3%A4", "aä"), ("a=b=c", "ab=c"), ("", ""), ("&&a=1&", "a1"),
  ])
  func `is made of the fields as they are meant`(body: String, signed: String) throws {
    #expect(try form(body).signed == signed)
  }

  @Test func `is not checked for a malformed form`() throws {
    for text in ["a=%", "a=%2", "a=%GG", "a=%+1", "a=%FF", "%C3=1"] {
      #expect(CallbackForm(text.utf8) == nil, "\(text)")
    }
    let many = (0...CallbackForm.mostFields).map { "a\($0)=1" }.joined(separator: "&")
    #expect(CallbackForm(many.utf8) == nil)
    // A field that occurs twice has no value.
    #expect(try form("From=1&From=2")["From"] == nil)
    #expect(try form("From=1")["From"] == "1")
  }
}
