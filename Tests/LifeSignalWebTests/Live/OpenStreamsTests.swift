import Foundation
import Hummingbird
import Synchronization
import Testing

@testable import LifeSignalWeb

@Suite struct `The streams that are open` {
  private let mine = Data("mine".utf8)
  private let here = ClientAddress.ipv4("203.0.113.1")
  private let ended = Ended()

  private final class Ended: Sendable {
    private let numbers = Mutex<[Int]>([])
    func note(_ number: Int) { numbers.withLock { $0.append(number) } }
    var all: [Int] { numbers.withLock { $0 } }
  }

  private func open(_ number: Int, _ session: Data, in streams: OpenStreams) -> OpenStreams.Seat {
    streams.open(session, from: here) { [ended] in ended.note(number) }
  }

  @Test func `a ninth of one session ends its oldest`() {
    let streams = OpenStreams(perAddress: 100)
    _ = open(0, Data("other".utf8), in: streams)
    for number in 1...10 { _ = open(number, mine, in: streams) }
    #expect(ended.all == [1, 2])
  }

  @Test func `one that was left makes room for the next`() {
    let streams = OpenStreams(perAddress: 100)
    let seats = (1...8).map { open($0, mine, in: streams) }
    streams.leave(seats[7])
    _ = open(9, mine, in: streams)
    #expect(ended.all.isEmpty)
  }

  @Test func `one that was ended for a newer one is left without taking the newer one's place`() {
    let streams = OpenStreams(perAddress: 100)
    let seats = (1...9).map { open($0, mine, in: streams) }
    streams.leave(seats[0])
    _ = open(10, mine, in: streams)
    #expect(ended.all == [1, 2])
  }

  @Test func `an address has room for so many, of all its sessions together`() throws {
    let streams = OpenStreams(perAddress: 2)
    let first = open(1, mine, in: streams)
    _ = open(2, Data("other".utf8), in: streams)
    #expect(throws: HTTPError.self) { try streams.admit(here) }
    #expect(throws: Never.self) { try streams.admit(.ipv4("203.0.113.2")) }
    streams.leave(first)
    #expect(throws: Never.self) { try streams.admit(here) }
  }
}
