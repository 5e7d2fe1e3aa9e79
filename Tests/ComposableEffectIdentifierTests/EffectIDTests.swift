import Composable
import ComposableEffectIdentifier
import ComposableTesting
import Testing

@Suite struct EffectIDTests {
  func key(_ id: any Hashable & Sendable) -> AnyHashable { AnyHashable(id) }

  @Test func `an identifier equals itself each time it is declared`() {
    func declare() -> AnyHashable {
      @EffectID var timer
      return key(timer)
    }
    #expect(declare() == declare())
  }

  @Test func `two declarations differ, also on one line`() {
    @EffectID var first; @EffectID var second
    #expect(key(first) != key(second))
  }

  @Test func `equal payloads do not make two declarations equal`() {
    @EffectID var first = "A"
    @EffectID var second = "A"
    #expect(key(first) != key(second))
  }

  @Test func `one declaration with two payloads makes two identifiers`() {
    func declare(_ payload: any Hashable & Sendable) -> AnyHashable {
      @EffectID var load = payload
      return key(load)
    }
    #expect(declare(1) == declare(1))
    #expect(declare(1) != declare(2))
    #expect(declare(1) != declare(UInt8(1)))
  }

  @Test func `a shared identifier is a constant`() {
    #expect(Sites.shared == Sites.shared)
    #expect(Sites.shared != Sites.other)
    #expect(key(Sites().member) == key(Sites().member))
  }
}

private struct Sites {
  static let shared = EffectID()
  static let other = EffectID()
  @EffectID var member
}
