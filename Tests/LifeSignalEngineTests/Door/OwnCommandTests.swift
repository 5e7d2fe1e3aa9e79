import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalEngine

@Suite struct `What only the engine can ask for` {
  private static let commands: [any Command.Type] = [
    UseCheckInCode.self, Hear.self, SetPicture.self, RegisterPasskey.self, SignInWithPasskey.self,
    ProveWithPasskey.self,
  ]

  @Test func `is all in this list, and open to no other module`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/LifeSignalEngine")
      .standardized
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var declared: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      declared.formUnion(source.matches(of: /\nstruct (\w+): Command\b/).map { String($0.1) })
      #expect(!source.contains(/(public|package) struct \w+: Command\b/), "\(file)")
    }
    #expect(declared == Set(Self.commands.map { "\($0)" }))
  }

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
