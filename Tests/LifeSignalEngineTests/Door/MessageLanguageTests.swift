import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MessageLanguageTests {
  @Test func `a message leaves in its reader's language, the entry stays a phrase`() async throws {
    let german = Catalogue(
      .german,
      [
        "Are you OK?": .sentence("Neue Anfrage"),
        "{0} asks if you’re OK.": .sentence("{0} fragt nach dir."),
      ])
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        codeKey: Data("test".utf8), translations: Translations([german])))
    try await world.perform(SetLanguage(language: .german), by: world.p)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.services.dispatch.turn()
    let name = try await world.engine.user(world.r1).name
    #expect(world.courier.messages.map(\.title) == ["Neue Anfrage"])
    #expect(world.courier.messages.map(\.body) == ["\(name) fragt nach dir."])

    let entry = try await world.engine.notifications(of: world.p).first
    #expect(entry?.message == "\(name) asks if you’re OK.")
  }

  @Test func `choosing the same language again changes nothing`() async throws {
    let world = try await SmallWorld()
    try await world.perform(SetLanguage(language: .french), by: world.p)
    let before = try await world.engine.user(world.p)
    world.clock.advance(by: 60)
    try await world.perform(SetLanguage(language: .french), by: world.p)
    #expect(try await world.engine.user(world.p) == before)
  }
}
