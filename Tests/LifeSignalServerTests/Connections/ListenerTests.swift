import Foundation
import HummingbirdCore
import LifeSignalEngine
import LifeSignalTestTraits
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import LifeSignalServer

@Suite(.timeLimit(.minutes(1))) struct `A listener that cannot accept` {
  private struct Odd: Error {}

  /// What is left of an error behind the guards of a listener.
  private func left(
    of error: any Error, behind: any ChannelHandler & Sendable
  ) throws -> (any Error)? {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(behind)
    channel.pipeline.fireErrorCaught(error)
    do {
      try channel.throwIfErrorCaught()
      return nil
    } catch {
      return error
    }
  }

  @Test func `pauses when it is out of files, as NIO's own handling wants to know of it`() throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let guardian = AcceptErrors(logger: logger, shortage: FileShortage())
    #expect(try left(of: IOError(errnoCode: 24, reason: "accept"), behind: guardian) is IOError)
    #expect(try left(of: Odd(), behind: guardian) == nil)
  }

  @Test func `is in the health while it lasts, and ten seconds longer`() throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let shortage = FileShortage()
    let guardian = AcceptErrors(logger: logger, shortage: shortage)
    _ = try left(of: IOError(errnoCode: 22, reason: "accept"), behind: guardian)
    #expect(shortage.added(to: .ready) == .ready)
    _ = try left(of: IOError(errnoCode: EMFILE, reason: "accept"), behind: guardian)
    #expect(shortage.added(to: .ready).causes.map(\.code) == ["descriptors-short"])
    let later = ContinuousClock.now + .seconds(11)
    #expect(shortage.added(to: .ready, at: later).isReady)
    shortage.note(IOError(errnoCode: ENFILE, reason: "accept"), at: later)
    #expect(!shortage.added(to: .ready, at: later + .seconds(9)).isReady)
  }

  @Test func `never hears what went wrong with one connection`() throws {
    #expect(
      try left(of: IOError(errnoCode: 22, reason: "setsockopt"), behind: AcceptErrors.Last()) == nil
    )
    #expect(try left(of: Odd(), behind: AcceptErrors.Last()) == nil)
  }

  @Test func `is guarded in the listener that this server runs`() async throws {
    let listener = try await TestListener(.lifeSignal(nil, gate: .open())) { channel in
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      try await AcceptErrors.guardListener(channel, logger: logger, shortage: FileShortage())
      // Past the handler that accepts, an error would end the listening.
      channel.pipeline.fireErrorCaught(Odd())
    }
    let port = listener.port
    #expect(try await blocking { try TestListener.says(port) } == "here")
    await listener.end()
  }
}
