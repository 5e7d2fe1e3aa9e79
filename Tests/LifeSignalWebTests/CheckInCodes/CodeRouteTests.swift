import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import Testing

/// A code of Margaret's, typed in a stranger's browser.
@Suite(.timeLimit(.minutes(1))) struct `Where codes are typed` {
  private let web: TestWeb
  private let margaret: Person.ID
  private let sheet: NewCheckInSheet

  init() async throws {
    web = try TestWeb()
    margaret = try await web.house.member()
    sheet = try await web.house.engine.perform(
      MakeCheckInCodes(told: []), by: .person(margaret))
  }

  private var ordinary: [String] {
    sheet.groups.enumerated().filter { $0.offset != sheet.silentGroup }.flatMap(\.element)
  }

  private var silent: [String] { sheet.groups[sheet.silentGroup] }

  private func type(_ code: String, headers: HTTPFields = [:]) async throws -> TestResponse {
    var all: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    all.append(contentsOf: headers)
    return try await web.request(
      .post, "/code", body: "code=\(code.replacing(" ", with: "+"))", headers: all)
  }

  private func text(_ answer: TestResponse) -> String { String(buffer: answer.body) }

  private func checkIns() async throws -> Int {
    try await web.house.engine.checkIns(of: margaret).count { $0.source == .printedCode }
  }

  @Test func `the page is small, needs no script and sets no cookie`() async throws {
    let answer = try await web.request(.get, "/code")
    #expect(answer.status == .ok && answer.headers[.setCookie] == nil)
    #expect(text(answer).contains("<form") && !text(answer).contains("<script"))
    #expect(answer.body.readableBytes < 2_048)
    #expect(answer.headers[.cacheControl] == "no-store")
  }

  @Test(arguments: [
    ("de", "Lebenszeichen mit einem Code"), ("es", "Da señal con un código"),
    ("fr", "Signe de vie avec un code"), ("ar", "تأكيد السلامة برمز"), ("zh-Hans", "用码报平安"),
    ("tlh", "Check in with a code"),
  ])
  func `it speaks the reader's language`(tag: String, words: String) async throws {
    let answer = try await web.request(.get, "/code", headers: [.acceptLanguage: tag])
    #expect(text(answer).contains(words))
    #expect(answer.headers[.vary]?.hasPrefix("Accept-Language") == true)
    #expect(text(answer).contains("dir=\"rtl\"") == (tag == "ar"))
  }

  @Test func `a code checks in, and the answer names no one`() async throws {
    let answer = try await type(ordinary[0])
    #expect(answer.status == .ok && text(answer).contains("You have checked in."))
    #expect(!text(answer).contains("Margaret") && answer.headers[.setCookie] == nil)
    #expect(try await checkIns() == 1)
  }

  @Test func `an ordinary and a silent code are answered with the same bytes`() async throws {
    let answers = [try await type(ordinary[0]), try await type(silent[0])]
    #expect(answers[0].status == answers[1].status)
    #expect(answers[0].answered == answers[1].answered)
    #expect(answers[0].body == answers[1].body)
    // And typed again.
    let again = [try await type(ordinary[0]), try await type(silent[0])]
    #expect(again.allSatisfy { $0.body == answers[0].body && $0.answered == answers[0].answered })
    #expect(try await checkIns() == 2)
  }

  @Test func `used, void, strange and mistyped codes are answered with the same bytes`()
    async throws
  {
    _ = try await type(ordinary[0])
    web.house.clock.advance(by: 601)
    let used = try await type(ordinary[0])
    try await web.house.engine.perform(RevokeCheckInCodes(), by: .person(margaret))
    let void = try await type(ordinary[1])
    let strange = try await type(CheckInCodeText(random: [1, 2, 3, 4, 5, 6, 7]).printed)
    let mistyped = try await type("0000-0000-0001")
    let empty = try await type("")
    #expect(used.status == .unprocessableContent)
    for other in [void, strange, mistyped, empty] {
      #expect(other.status == used.status && other.answered == used.answered)
      #expect(other.body == used.body)
    }
  }

  @Test func `looking at an address with a code in it does nothing`() async throws {
    let answer = try await web.request(.get, "/code?code=\(ordinary[0])")
    #expect(answer.status == .ok && !text(answer).contains(ordinary[0]))
    #expect(try await checkIns() == 0)
  }

  @Test(arguments: ["cross-site", "none", "same-origin"])
  func `a browser that says little, or another site's page, may send one`(site: String) async throws
  {
    let answer = try await type(
      ordinary[0], headers: [HTTPField.Name("Sec-Fetch-Site")!: site])
    #expect(answer.status == .ok)
  }

  @Test func `a body that is not a form is a wrong code, and one that is too long is not read`()
    async throws
  {
    let other = try await web.request(.post, "/code", body: "{}")
    #expect(other.status == .unprocessableContent)
    let long = try await type(String(repeating: "0", count: 5_000))
    #expect(long.status == .contentTooLarge)
  }

  @Test func `a guesser has to wait, and signed-in people can still check in`() async throws {
    for number in 0..<10 {
      let guess = CheckInCodeText(random: [9, 9, 9, 9, 9, 9, UInt8(number)]).printed
      #expect(try await type(guess).status == .unprocessableContent)
    }
    let answer = try await type(ordinary[0])
    #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil)
    #expect(text(answer).contains("Too many codes"))
    await #expect(throws: Never.self) {
      try await web.house.engine.perform(CheckInNow(), by: .person(margaret))
    }
  }
}
