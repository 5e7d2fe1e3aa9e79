import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import NIOCore
import ServiceLifecycle

extension APIRoutes {
  /// `GET /changes`: which topics have changed, for as long as the client listens and its session
  /// lasts.
  ///
  /// A connection begins with all topics. `Last-Event-ID` can be ignored for that reason: missed
  /// changes are read again.
  func changes(_ table: APIAnswers) {
    table.respond(APITable.changes) { [engine, visits] request, context, call in
      let person = try call.clients.person()
      let address = visits.address(of: request, context)
      try visits.streams.admit(address)
      let changes = engine.changes(for: person)
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
          .accelBuffering: "no",
        ],
        body: ResponseBody { writer in
          let stream = TopicStream(clock: engine.clock)
          let seat = visits.streams.open(call.session.tokenHash, from: address) { stream.end() }
          let departure = Departure { stream.end() }
          departure.watch(context.channel)
          await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
              group.addTask { await stream.follow(changes) { await call.isStillGood } }
              group.addTask { await stream.beat() }
              if let end = call.token?.expiresAt { group.addTask { await stream.end(at: end) } }
              for await piece in stream.pieces {
                guard (try? await writer.write(piece)) != nil else { break }
              }
              group.cancelAll()
            }
          } onGracefulShutdown: {
            stream.end()
          }
          departure.forget(context.channel)
          visits.streams.leave(seat)
          try await writer.finish(nil)
        })
    }
  }
}

extension APICall {
  /// Whether the session was not ended from elsewhere, or the access token revoked.
  fileprivate var isStillGood: Bool {
    get async {
      if let token { return (try? await clients.engine.isGood(token)) == true }
      return (try? await clients.endIfRevoked()) != nil && session.identity != .visitor
    }
  }
}

/// The bytes of one client's stream.
///
/// One that does not read is ended when so many pieces wait for it: when it comes again, it reads
/// everything afresh.
struct TopicStream: Sendable {
  static let mostWaiting = 64

  let pieces: AsyncStream<ByteBuffer>
  private let continuation: AsyncStream<ByteBuffer>.Continuation
  private let clock: any ServerClock
  /// Seconds between keep-alive messages, so that neither side waits on a dead connection.
  private static let beatInterval: TimeInterval = 20

  init(clock: any ServerClock) {
    (pieces, continuation) = AsyncStream.makeStream(
      of: ByteBuffer.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    self.clock = clock
  }

  func end() { continuation.finish() }

  /// Ends together with the credential it was opened with.
  func end(at instant: Date) async {
    guard (try? await clock.sleep(until: instant)) != nil else { return }
    end()
  }

  func follow(
    _ changes: AsyncStream<ChangeSet>, while isGood: @Sendable () async -> Bool
  ) async {
    var number = 0
    func tell(_ topics: ChangeSet) {
      number += 1
      send("id: \(number)\nevent: change\ndata: \(APITopic.text(topics))\n\n")
    }
    // If it ended between the look-up and the subscription, no message would report that.
    guard await isGood() else { return end() }
    tell(.all)
    for await topics in changes {
      if topics.contains(.sessions), await !isGood() { break }
      tell(topics)
    }
    end()
  }

  func beat() async {
    while !Task.isCancelled {
      guard (try? await clock.sleep(until: clock.now + Self.beatInterval)) != nil else { return }
      send("event: beat\ndata: \(clock.now.milliseconds)\n\n")
    }
  }

  private func send(_ text: String) {
    if case .dropped = continuation.yield(ByteBuffer(string: text)) { end() }
  }
}
