import GRDB
import LifeSignalModel

/// What open pages hear: each alert that is committed is announced to its own person and to their
/// responders, before any time passes.
///
/// Silent alerts are left out: who must not hear of one is looked at elsewhere.
final class NewsOfTheWorld {
  private struct Awaited {
    var viewer: Person.ID
    var topics: ChangeSet
    var alert: Int64
    /// True time of the commit; milliseconds.
    var at: Int64
    /// Its number.
    var commit: Int
  }

  private var awaited: [Awaited] = []

  /// In the commit that stores the alert.
  func expect(_ alert: Int64, of person: Int64, _ database: Database, _ world: Simulation) throws {
    let responders = try Int64.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT peer_id FROM relations
          WHERE owner_id = ? AND is_responder = 1 AND status = 'accepted' ORDER BY peer_id
          """), arguments: [person])
    func note(_ viewer: Int64, _ topics: ChangeSet) {
      awaited.append(
        Awaited(
          viewer: Person.ID(viewer), topics: topics, alert: alert, at: world.clock.time,
          commit: world.commits))
    }
    note(person, .user)
    for responder in responders { note(responder, .contacts) }
  }

  /// An open page of `viewer` hears that these parts of it have changed.
  func heard(_ viewer: Person.ID, _ topics: ChangeSet, _ world: Simulation) {
    guard !awaited.isEmpty else { return }
    for index in awaited.indices where awaited[index].viewer == viewer {
      awaited[index].topics.subtract(topics)
    }
    awaited.removeAll { news in
      if news.topics.isEmpty { world.count("alert announced") }
      return news.topics.isEmpty
    }
  }

  func check(_ world: Simulation) {
    for news in awaited where news.at < world.clock.time {
      world.fail("no page of \(news.viewer) hears of the alert \(news.alert)")
    }
    awaited.removeAll { $0.at < world.clock.time }
  }

  /// A commit whose answer was lost is never announced.
  func forget(commit: Int) { awaited.removeAll { $0.commit == commit } }

  /// The process is gone, and all pages with it: they will read everything again.
  func forgetAll() { awaited = [] }
}
