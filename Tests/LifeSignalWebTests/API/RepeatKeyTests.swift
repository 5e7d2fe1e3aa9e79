import Foundation
import LifeSignalAPI
import LifeSignalModel
import Synchronization
import Testing

@testable import LifeSignalWeb

@Suite struct `An answer that is kept for a repeat` {
  @Test func `a sealed answer opens only with its key, and only unchanged`() throws {
    let key = RepeatKey("k", bearer: "token")
    let answer = APIAnswer(body: Data("a token that is told once".utf8))
    let sealed = try key.sealed(answer)
    #expect(sealed.range(of: Data("told once".utf8)) == nil)
    #expect(try key.opened(sealed).body == answer.body)
    for other in [RepeatKey("l", bearer: "token"), RepeatKey("k", bearer: "another")] {
      #expect(throws: (any Error).self) { try other.opened(sealed) }
    }
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 1
      #expect(throws: (any Error).self, "byte \(place)") { try key.opened(changed) }
    }
  }

  @Test func `of an alert is repeated for ten minutes, and then the alert is raised again`() {
    let now = Mutex(ContinuousClock.now)
    let remembered = RememberedAnswers { now.withLock { $0 } }
    let name = RememberedAnswers.Name(
      route: APIRoute(ActivateAlert.self).description, key: Data([1]))
    remembered.keep(APIAnswer(body: Data([2])), content: Data([3]), as: name)
    now.withLock { $0 += .seconds(599) }
    #expect(remembered.find(name, content: Data([3]))?.body == Data([2]))
    #expect(remembered.find(name, content: Data([4])) == nil, "another request")
    now.withLock { $0 += .seconds(1) }
    #expect(remembered.find(name, content: Data([3])) == nil)
  }
}
