import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Synchronization
import Testing

@Suite struct `Browser sessions` {
  @Test func `an observer gets the current identity, and every change, until it stops`() {
    let session = BrowserSession(.visitor, tokenHash: Data([1]))
    let heard = Mutex<[BrowserSession.Identity]>([])
    let watch = session.signInState.watch { identity in heard.withLock { $0.append(identity) } }
    session.become(.member("7", "8"), tokenHash: Data([2]))
    session.become(.visitor)
    session.signInState.unwatch(watch)
    session.become(.member("9", "10"))
    #expect(heard.withLock { $0 } == [.visitor, .member("7", "8"), .visitor])
    #expect(session.identity.person == "9")
    #expect(session.tokenHash == Data([2]))
  }
}
