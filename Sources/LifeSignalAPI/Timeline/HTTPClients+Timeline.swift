public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var timeline: TimelineClient {
    TimelineClient(
      getTimeline: { before, limit in try await page(before, limit) },
      timelineStream: { limit in following(.timeline) { try await page(nil, limit) } },
      verifyTimeline: { try await connection.call(APITable.verifyTimeline) },
      getAlarms: { try await alarms($0) },
      alarmsStream: { person in
        following([.timeline, .contacts]) { try await alarms(person) }
      })
  }

  @Sendable private func page(_ before: Int64?, _ limit: Int) async throws -> TimelinePage {
    try await connection.call(
      APITable.getTimeline,
      TimelineRequest(before: before.map { APINumber(Int(clamping: $0)) }, limit: APINumber(limit)))
  }

  @Sendable private func alarms(_ person: Person.ID) async throws -> [AlarmTimeline] {
    try await connection.call(APITable.getAlarms, AlarmsRequest(id: person)).items
  }
}
