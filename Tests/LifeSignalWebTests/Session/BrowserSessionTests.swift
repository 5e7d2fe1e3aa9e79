import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

@Suite struct `Browser sessions` {
  @Test func `whoever watches hears who it is now, and every change`() async {
    let session = BrowserSession(.visitor, tokenHash: Data([1]))
    var identities = session.identities().makeAsyncIterator()
    #expect(await identities.next() == .visitor)
    session.become(.member("7", "8"), tokenHash: Data([2]))
    #expect(await identities.next() == .member("7", "8"))
    #expect(session.identity.person == "7")
    #expect(session.tokenHash == Data([2]))
    session.become(.visitor)
    #expect(await identities.next() == .visitor)
  }

  @Test func `a slow reader gets only the newest`() async {
    let session = BrowserSession(.visitor, tokenHash: Data())
    var identities = session.identities().makeAsyncIterator()
    session.become(.member("1", "1"))
    session.become(.member("2", "2"))
    #expect(await identities.next() == .member("2", "2"))
  }
}
