import Foundation

extension Watch {
  /// Replaces a row that is lost, and with it the person's settings: a day from their newest
  /// check-in, but never due before they had an hour to answer. A person without a check-in has a
  /// day from now if they have responders; nothing is watched otherwise. A countdown that was
  /// stopped runs again, because no row shows that.
  init(replacing person: Person.ID, _ facts: RepairFacts, at now: Date) {
    // Greater than any earlier one: messages carry it, and those of the lost row must not pass for
    // new ones.
    self.init(person: person, gen: now.milliseconds)
    lastCheckIn = facts.lastCheckIn.map { min($0, now) }
    if let alert = facts.alert, alert.isOpen {
      stage = .missed
      gen = alert.gen ?? gen
      deadline = (lastCheckIn.map { $0 + interval } ?? alert.startedAt).storable
      return
    }
    deadline = lastCheckIn.map {
      max($0 + interval, now + CheckInSettings.intervals.lowerBound).storable
    }
    if lastCheckIn == nil, facts.hasResponders {
      resumedAt = now.storable
      deadline = (now + interval).storable
    }
    let preferences = facts.me?.person.notifications ?? NotificationPreferences()
    self = WatchSchedule.waiting(self, after: now, preferences)
  }
}
