import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Testing

@Suite struct `Session cookies` {
  private let token = SessionToken()

  @Test func `over TLS the cookie is bound to this very host`() {
    let cookie = SessionCookie(overTLS: true).setting(token, lasting: true)
    #expect(cookie.name == "__Host-lifesignal")
    #expect(cookie.secure && cookie.httpOnly)
    #expect(cookie.sameSite == .lax)
    #expect(cookie.path == "/")
    #expect(cookie.domain == nil)
    #expect(cookie.maxAge == SessionCookie.lifetime)
  }

  @Test func `on plain loopback the cookie keeps everything a browser accepts`() {
    let cookie = SessionCookie(overTLS: false).setting(token, lasting: false)
    #expect(cookie.name == "lifesignal")
    #expect(!cookie.secure)
    #expect(cookie.httpOnly)
    #expect(cookie.sameSite == .lax)
    #expect(cookie.maxAge == nil)
  }

  @Test func `signing out tells the browser to forget`() {
    let cookie = SessionCookie(overTLS: true).clearing
    #expect(cookie.value.isEmpty)
    #expect(cookie.maxAge == 0)
    #expect(cookie.secure)
  }

  @Test func `tokens are 256 random bits and only their hash identifies`() {
    let tokens = Set((0..<1000).map { _ in SessionToken() })
    #expect(tokens.count == 1000)
    #expect(token.text.utf8.count == 43)
    #expect(token.hash.count == 32)
    #expect(SessionToken(text: token.text)?.hash == token.hash)
    #expect("\(token)" == "<session token>")
  }

  @Test(arguments: [
    "", "short", String(repeating: "a", count: 44), String(repeating: "+", count: 43),
  ])
  func `a text that the server did not make is refused`(text: String) {
    #expect(SessionToken(text: text) == nil)
  }
}
