import LifeSignalEngine
package import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  package var alarm: AlarmClient {
    AlarmClient(
      self,
      getAlarm: { id in
        try await answering {
          // Their person may not have seen what a program reads.
          if !isProgram { try await engine.perform(OpenAlarm(id: id), by: actor()) }
          return try await alarm(id, for: person())
        }
      },
      alarmStream: { id in
        .untilOver(
          following([.alert, .contacts, .checkIns]) { person in
            do {
              return try await alarm(id, for: person)
            } catch Refusal.alarmOver, Refusal.alarmNotFound {
              return nil
            }
          })
      },
      rehearse: { try await answering { try await engine.rehearsal(of: person()) } })
  }

  private func alarm(_ id: AlertRecord.ID, for person: Person.ID) async throws -> AlarmDetails {
    var details = try await engine.alarm(id, for: person)
    if isProgram { details.replyMark = nil }
    return details
  }
}
