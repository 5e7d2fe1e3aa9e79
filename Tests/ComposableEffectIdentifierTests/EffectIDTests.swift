import Composable
import ComposableEffectIdentifier
import ComposableTesting
import Testing

@Suite struct EffectIDTests {
  func key(_ id: any Hashable & Sendable) -> AnyHashable { AnyHashable(id) }

  @Test("37: an identifier equals itself each time it is declared")
  func itself() {
    func declare() -> AnyHashable {
      @EffectID var timer
      return key(timer)
    }
    #expect(declare() == declare())
    #expect(declare().hashValue == declare().hashValue)
  }

  @Test("37: two declarations differ, also on one line")
  func oneLine() {
    @EffectID var first; @EffectID var second
    #expect(key(first) != key(second))
    let (third, fourth) = (EffectID(), EffectID())
    #expect(third != fourth)
  }

  @Test("37: equal payloads do not make two declarations equal")
  func equalPayloads() {
    @EffectID var id1 = "A"
    @EffectID var id2 = "A"
    #expect(key(id1) != key(id2))
    @EffectID var id3 = "A"; @EffectID var id4 = "A"
    #expect(key(id3) != key(id4))
  }

  @Test("37: one declaration with two payloads makes two identifiers")
  func twoPayloads() {
    func declare(_ payload: any Hashable & Sendable) -> AnyHashable {
      @EffectID var load = payload
      return key(load)
    }
    #expect(declare(1) == declare(1))
    #expect(declare(1).hashValue == declare(1).hashValue)
    #expect(declare(1) != declare(2))
    #expect(declare(1) != declare(UInt8(1)))
    #expect(declare(1) != declare(Int?.some(1)))
    #expect(declare([1]) != declare([UInt8(1)]))
  }

  @Test("37: a payload is not the same as none")
  func noPayload() {
    func declare(_ payload: (any Hashable & Sendable)?) -> EffectID {
      let file = ("A/B.swift" as StaticString)
      if let payload { return EffectID(payload, fileID: file, line: 1, column: 1) }
      return EffectID(fileID: file, line: 1, column: 1)
    }
    #expect(declare(nil) == declare(nil))
    #expect(declare(1) == declare(1))
    #expect(declare(nil) != declare(1))
  }

  @Test("37: the place is the file's name, the line and the column")
  func place() {
    let id = EffectID(fileID: "A/B.swift", line: 1, column: 1)
    #expect(id == EffectID(fileID: "A/B.swift", line: 1, column: 1))
    #expect(id != EffectID(fileID: "A/C.swift", line: 1, column: 1))
    #expect(id != EffectID(fileID: "A/B.swif", line: 1, column: 1))
    #expect(id != EffectID(fileID: "A/B.swift", line: 2, column: 1))
    #expect(id != EffectID(fileID: "A/B.swift", line: 1, column: 2))
  }

  @Test("37: a file's name counts by its content, wherever a module keeps its copy")
  func content() {
    // Two copies at two addresses, as two modules may have of one inlined function's file.
    let name = Array("Timers/Lonely.swift".utf8)
    func copy(_ bytes: [UInt8]) -> UnsafePointer<UInt8> {
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      return UnsafePointer(copy)
    }
    let addresses = [copy(name), copy(name), copy(name.reversed())]
    defer { for address in addresses { address.deallocate() } }
    let ids = addresses.map {
      EffectID(file: $0, length: name.count, line: 3, column: 4, payload: nil)
    }
    #expect(ids[0] == ids[1])
    #expect(ids[0].hashValue == ids[1].hashValue)
    #expect(ids[0] != ids[2])
  }

  @Test("37: a shared identifier is a constant, in a generic type computed")
  func shared() {
    #expect(Sites.shared == Sites.shared)
    #expect(Sites.shared != Sites.other)
    #expect(Sites.page == Sites.page)
    #expect(Sites.page != Sites.otherPage)
    #expect(Generic<Int>.shared == Generic<Int>.shared)
    #expect(Generic<Int>.shared == Generic<String>.shared)
  }

  @Test("37: every instance has the same identifier in a member")
  func member() {
    #expect(key(Sites().member) == key(Sites().member))
    #expect(key(Sites().member) != key(Sites().second))
    #expect(key(Sites().withPayload) == key(Sites().withPayload))
    #expect(key(Sites().withPayload) != key(Sites(withPayload: 2).withPayload))
  }

  @Test("37: an identifier fits into an existential, so that it is never boxed")
  func size() {
    #expect(MemoryLayout<EffectID>.size <= 3 * MemoryLayout<Int>.size)
    #expect(MemoryLayout<EffectID>.alignment <= MemoryLayout<Int>.alignment)
  }

  @Test func `an identifier describes its place and payload`() {
    let id = EffectID(fileID: "A/B.swift", line: 12, column: 7)
    #expect("\(id)" == "A/B.swift:12:7")
    #expect("\(EffectID("x", fileID: "A/B.swift", line: 12, column: 7))" == "A/B.swift:12:7 (x)")
  }
}

private struct Sites {
  static let shared = EffectID()
  static let other = EffectID()
  static let page = EffectID(1)
  static let otherPage = EffectID(1)
  @EffectID var member
  @EffectID var second
  @EffectID var withPayload = 1
}

private struct Generic<Value> {
  static var shared: EffectID { EffectID() }
}
