import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var checkIn: CheckInClient {
    CheckInClient(
      checkIn: {
        try await answering {
          guard case .checkedIn(let record) = try await outcome(of: .checkIn(clientKey: nil)) else {
            throw UnexpectedOutcome()
          }
          return record.timestamp
        }
      },
      getCheckInHistory: { limit in
        try await answering {
          try await engine.checkIns(of: person(), limit: limit ?? .max)
        }
      },
      getCheckInInterval: {
        try await answering { try await engine.user(person()).checkInInterval }
      },
      setCheckInInterval: { seconds in
        try await answering { try await perform(.setInterval(seconds)) }
      },
      getReminderInterval: {
        try await answering {
          let preferences = try await engine.user(person()).preferences
          return preferences.reminderInterval
        }
      },
      setReminderInterval: { seconds in
        try await answering { try await perform(.setReminder(seconds)) }
      },
      getGracePeriod: {
        try await answering { try await engine.user(person()).gracePeriod }
      },
      setGracePeriod: { seconds in
        try await answering { try await perform(.setGracePeriod(seconds)) }
      })
  }

  var alert: AlertClient {
    @Sendable func active() async throws -> AlertRecord? {
      try await engine.alerts(of: person(), limit: 1).first { $0.isActive }
    }
    return AlertClient(
      activateAlert: {
        try await answering {
          guard case .alert(let record) = try await outcome(of: .raiseAlert) else {
            throw UnexpectedOutcome()
          }
          return record.startTime
        }
      },
      deactivateAlert: {
        try await answering {
          guard case .alert(let record) = try await outcome(of: .endAlert), let end = record.endTime
          else { throw UnexpectedOutcome() }
          return end
        }
      },
      getAlertStatus: {
        try await answering {
          let user = try await engine.user(person())
          return AlertStatusSnapshot(
            isActive: user.manualAlertActive, startTime: user.manualAlertTimestamp)
        }
      },
      isAlertActive: {
        try await answering { try await active() != nil }
      },
      getAlertHistory: { limit in
        try await answering {
          try await engine.alerts(of: person(), limit: limit ?? .max)
        }
      },
      alertStream: {
        following(.alert) { _ in try await active() }
      })
  }

  var ping: PingClient {
    PingClient(
      pingDependent: { dependent in
        try await answering {
          guard case .ping(let ping) = try await outcome(of: .ping(dependent)) else {
            throw UnexpectedOutcome()
          }
          return ping
        }
      },
      respondToPing: { id in
        try await answering { try await perform(.respondToPing(id)) }
      },
      respondToAllPings: {
        try await answering { try await perform(.respondToAllPings) }
      },
      clearPing: { id in
        try await answering { try await perform(.clearPing(id)) }
      },
      getPendingPings: {
        try await answering { try await engine.pings(of: person()).pending }
      },
      getPingHistory: {
        try await answering { try await engine.pings(of: person()).history }
      },
      pingStream: { AsyncStream { $0.finish() } },
      pingListsStream: { following(.pings) { try await engine.pings(of: $0) } })
  }
}
