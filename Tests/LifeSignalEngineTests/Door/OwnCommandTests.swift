import LifeSignalModel
import Testing

@testable import LifeSignalEngine

@Suite struct `What only the engine can ask for` {
  @Test func `is vital where a person is kept safe`() {
    #expect(UseCheckInCode.terms == .vital)
    #expect(Hear.terms == .judgedLater)
    #expect(Hear.terms.lane == .background && !Hear.terms.isVital)
    #expect(SetPicture.terms == .ordinary)
  }

  @Test func `is permitted by a secret alone where no session is needed`() {
    func ask<C: Command>(_ command: C.Type, _ actor: Actor) throws { _ = try C.Asker(actor) }
    for actor in [Actor.visitor, .person("1"), .session("5", of: "1")] {
      #expect(throws: Never.self) { try ask(UseCheckInCode.self, actor) }
      #expect(throws: Never.self) { try ask(Hear.self, actor) }
    }
  }
}
