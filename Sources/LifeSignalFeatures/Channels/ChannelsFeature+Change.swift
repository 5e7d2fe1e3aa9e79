import Composable
import LifeSignalModel

/// Changes of existing channels: each is saved as it is made.
extension ChannelsFeature {
  func change(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .moveTapped(let id, let direction):
      return save(&state) { try await $0.moveChannel(id, direction) }

    case .switchTapped(let id, let isOn):
      return save(&state) { try await $0.setChannelOn(id, isOn) }

    case .quietChosen(let id, let quiet):
      return save(&state) { try await $0.setChannelQuiet(id, quiet) }

    case .testTapped(let id):
      return save(&state) { try await $0.testChannel(id) }

    case .removeTapped(let id):
      state.removing = state.list?.channels.first { $0.id == id }
      return .none

    case .removeCancelled:
      state.removing = nil
      return .none

    case .removeConfirmed:
      guard let id = state.removing?.id else { return .none }
      state.removing = nil
      return save(&state) { try await $0.removeChannel(id) }

    case .quietHoursSwitched(let isOn, let zone):
      return setHours(&state, isOn ? QuietHours.usual(in: zone) : nil)

    case .quietFromChanged(let text):
      return setHours(&state, text) { $0.from = $1 }

    case .quietUntilChanged(let text):
      return setHours(&state, text) { $0.until = $1 }

    case .savedResponse(.success):
      state.isSaving = false
      if state.list?.quietHours == state.savingHours?.hours { state.savingHours = nil }
      guard let next = state.nextHours else { return .none }
      state.nextHours = nil
      // Regardless of the list: it may be older than the last saved change.
      return save(&state, next)

    case .savedResponse(.failure(let error)):
      state.isSaving = false
      state.savingHours = nil
      // A choice made on top of it must not be saved with another change, much later.
      state.nextHours = nil
      state.error = error
      return .none

    default:
      return .none
    }
  }

  private func setHours(
    _ state: inout State, _ text: String, _ set: (inout QuietHours, TimeOfDay) -> Void
  ) -> Effect<Action> {
    guard var hours = state.quietHours ?? state.list?.quietHours, let time = TimeOfDay(text) else {
      return .none
    }
    set(&hours, time)
    return setHours(&state, hours)
  }

  private func setHours(_ state: inout State, _ hours: QuietHours?) -> Effect<Action> {
    guard !state.isSaving else {
      // A person enters hours and minutes one after the other, and changes their mind, faster than
      // an answer arrives.
      state.nextHours = NextHours(hours)
      return .none
    }
    guard hours != state.quietHours else { return .none }
    return save(&state, NextHours(hours))
  }

  private func save(_ state: inout State, _ next: NextHours) -> Effect<Action> {
    state.savingHours = next
    return save(&state) { try await $0.setQuietHours(next.hours) }
  }

  /// Afterwards the page shows the server's state, which comes with the stream.
  private func save(
    _ state: inout State, _ work: @escaping @Sendable (ChannelClient) async throws -> Void
  ) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    state.isSaving = true
    return .request(Action.savedResponse, cancelled: .requestCancelled) { [channelClient] in
      try await work(channelClient)
      return Empty()
    }
  }
}

extension QuietHours {
  /// 22:00 to 7:00.
  static func usual(in zone: Zone) -> QuietHours? {
    guard let from = TimeOfDay(minutes: 22 * 60), let until = TimeOfDay(minutes: 7 * 60) else {
      return nil
    }
    return QuietHours(from: from, until: until, zone: zone)
  }
}
