import HTTPTypes
import LifeSignalFeatures
import LifeSignalModel

extension APIConnection {
  /// Reports the changes for the signed-in person until the returned object is released or the session
  /// ends, over one connection that is made again when it is lost.
  ///
  /// Each connection begins with all topics: reading everything once makes up for the changes
  /// missed without one.
  func follow(
    _ tell: @escaping @Sendable (ChangeSet) -> Void
  ) -> any AnyObject & Sendable {
    Following(
      Task { [weak self] in
        var failures = 0
        var last: String?
        while !Task.isCancelled, let self {
          switch await self.follow(tell, after: &last) {
          case .over: return
          case .lost(wasOpen: true): failures = 0
          case .lost(wasOpen: false): failures += 1
          }
          guard (try? await self.pause(failures)) != nil else { return }
        }
      })
  }

  /// 1, 2, 4 … 32 seconds on the injected clock.
  func pause(_ failures: Int) async throws {
    try await clock.sleep(for: .seconds(1 << min(failures, 5)))
  }

  private enum End {
    case lost(wasOpen: Bool)
    /// No person is signed in any more.
    case over
  }

  private func follow(
    _ tell: @Sendable (ChangeSet) -> Void, after last: inout String?
  ) async -> End {
    var wasOpen = false
    do {
      var (request, token) = try request(for: APITable.changes, Empty())
      request.head.headerFields[.accept] = "text/event-stream"
      request.head.headerFields[.lastEventID] = last
      let (response, pieces) = try await watchingTheWay {
        try await transport.stream(request.head)
      }
      guard response.status.kind == .successful else {
        if response.status.code == 401, let token { session.end(token) }
        return response.status.code == 401 ? .over : .lost(wasOpen: false)
      }
      wasOpen = true
      var reader = ServerSentEventReader()
      for try await piece in pieces {
        for event in reader.read(piece) {
          last = event.id ?? last
          if event.name == "change" { tell(APITopic.changes(event.data)) }
        }
      }
    } catch is Refusal {
      return .over
    } catch APITransportError.offline, APITransportError.timedOut {
      online.become(false)
    } catch {}
    return .lost(wasOpen: wasOpen)
  }
}

/// Follows for as long as it is held.
private final class Following: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }
}
