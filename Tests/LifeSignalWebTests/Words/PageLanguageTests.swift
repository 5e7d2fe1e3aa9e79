import Composable
import ComposableHTML
import ComposableHTMLTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import LifeSignalWords
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct PageLanguageTests {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `a visitor reads the language their browser asks for`() async throws {
    let page = try await web.request(
      .get, "/", headers: [.acceptLanguage: "tlh, ar;q=0.9, de;q=0.8"])
    let html = String(buffer: page.body)
    #expect(html.contains(#"<html lang="ar-u-nu-latn" dir="rtl">"#))
    let arabic = try Translations.bundled()[.arabic]
    #expect(html.contains(arabic.say("Enter your phone number")))
    #expect(!html.contains("Enter your phone number"))
    #expect(page.headers[.vary]?.contains("Accept-Language") == true)
  }

  @Test func `a member's first browser decides until they choose`() async throws {
    let person = try await web.house.member()
    let cookie = try #require(web.cookie(of: await signIn(speaking: "de")))
    #expect(try await web.house.engine.user(person).language == .german)
    #expect(try await web.page(of: cookie).store.state.language == .german)

    // Another browser, set to French, is the same person's.
    let other = try #require(web.cookie(of: await signIn(speaking: "fr")))
    #expect(try await web.page(of: other).store.state.language == .german)

    try await web.house.engine.perform(SetLanguage(language: .spanish), by: .person(person))
    for await language in try await web.page(of: other).store.changes(of: \.language)
    where language == .spanish { break }
    let page = try await web.request(.get, "/", cookie: other, headers: [.acceptLanguage: "fr"])
    #expect(String(buffer: page.body).contains(#"<html lang="es" dir="ltr">"#))
  }

  @Test func `an error page speaks the browser's language`() async throws {
    let page = try await web.request(
      .get, "/nowhere", headers: [.accept: "text/html", .acceptLanguage: "fr"])
    let french = try Translations.bundled()[.french]
    #expect(page.status == .notFound)
    #expect(String(buffer: page.body).contains(french.say("There is nothing at this address.")))
    #expect(String(buffer: page.body).contains(#"<html lang="fr""#))
  }

  @Test func `the page a browser is welcomed with knows the country of its language`() async throws
  {
    let italian = try await web.request(
      .get, "/", headers: [.acceptLanguage: "it-IT,it;q=0.9,en-US;q=0.8"])
    #expect(String(buffer: italian.body).contains(#"<option value="IT" selected>"#))
    let american = try await web.request(.get, "/", headers: [.acceptLanguage: "en-US,en;q=0.9"])
    #expect(String(buffer: american.body).contains(#"<option value="US" selected>"#))
  }

  private func signIn(speaking language: String) async throws -> TestWeb.Answer {
    let welcome = try await web.request(.get, "/", headers: [.acceptLanguage: language])
    let visitor = try #require(web.cookie(of: welcome))
    return try await web.signIn(cookie: visitor, language: language)
  }
}
