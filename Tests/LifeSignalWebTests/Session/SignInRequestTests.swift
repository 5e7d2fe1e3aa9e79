import Foundation
import LifeSignalWeb
import Testing

@Suite struct `The request that signs in` {
  private let session = BrowserSession(.visitor, tokenHash: Data())

  @Test func `a request that verifies nothing is answered at once`() async {
    #expect(await SignInRequest(of: session).token() == nil)
  }

  @Test func `the request that verifies gets the token, before or after it asks`() async {
    let token = SessionToken()
    let early = SignInRequest(of: session)
    early.claim()
    early.settle(token)
    #expect(await early.token() == token)

    let late = SignInRequest(of: session)
    late.claim()
    async let answer = late.token()
    late.settle(token)
    #expect(await answer == token)
  }

  @Test func `a wrong code settles without a token`() async {
    let request = SignInRequest(of: session)
    request.claim()
    request.settle(nil)
    request.settle(SessionToken())
    #expect(await request.token() == nil)
  }

  @Test func `a request that goes away stops waiting`() async {
    let request = SignInRequest(of: session)
    request.claim()
    let waiting = Task { await request.token() }
    waiting.cancel()
    #expect(await waiting.value == nil)
  }
}
