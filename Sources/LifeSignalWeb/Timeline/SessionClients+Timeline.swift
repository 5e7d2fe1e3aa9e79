import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var timeline: TimelineClient {
    TimelineClient(
      getTimeline: { before, limit in
        try await answering {
          try await engine.timeline(of: person(), before: before, limit: min(max(limit, 1), 100))
        }
      },
      timelineStream: { limit in
        following(.timeline) {
          try await engine.timeline(of: $0, limit: min(max(limit, 1), 100))
        }
      },
      verifyTimeline: {
        try await answering { try await engine.verifyTimeline(of: person()) }
      },
      getAlarms: { dependent in
        try await answering {
          try await engine.alarmTimelines(of: dependent, for: person())
        }
      },
      alarmsStream: { dependent in
        // Every change of a contact includes changes of the alert itself.
        following([.timeline, .contacts]) {
          try await engine.alarmTimelines(of: dependent, for: $0)
        }
      })
  }
}
