import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import NIOCore
import Testing

@testable import LifeSignalAPI

/// Lists in parts.
@Suite(.timeLimit(.minutes(1))) struct PageRouteTests {
  private let server: TestServer
  private let token: String
  private var world: SmallWorld { server.world }

  init() async throws {
    server = try await TestServer()
    token = try await server.signIn(server.world.p)
    // Five alerts, the last one still on.
    for number in 1...5 {
      try await server.world.perform(ActivateAlert(), by: server.world.p)
      if number < 5 { try await server.world.perform(DeactivateAlert(), by: server.world.p) }
      server.world.clock.advance(by: 60)
    }
  }

  private func get(_ path: String) async throws -> TestResponse {
    let headers: HTTPFields = [.authorization: "Bearer \(token)"]
    return try await Application(router: server.room.router()).test(.router) { [headers] client in
      try await client.execute(uri: "/api/v1" + path, method: .get, headers: headers)
    }
  }

  private func list<Item: Codable & Sendable>(
    _ path: String, of _: Item.Type
  ) async throws -> ItemList<Item> {
    let response = try await get(path)
    #expect(response.status == .ok)
    return try APIJSON.decode(ItemList<Item>.self, from: Data(response.body.readableBytesView))
  }

  /// All parts of a list, by following `next`.
  private func parts<Item: Codable & Sendable>(
    _ path: String, of type: Item.Type, limit: Int
  ) async throws -> [[Item]] {
    var parts: [[Item]] = []
    var next: String?
    repeat {
      let before = next.map { "&before=\($0)" } ?? ""
      let part = try await list("\(path)?limit=\(limit)\(before)", of: type)
      parts.append(part.items)
      next = part.next
    } while next != nil && parts.count < 20
    return parts
  }

  @Test func `alerts come in parts, the active one first, each once`() async throws {
    let all = try await list("/alerts", of: AlertRecord.self)
    #expect(all.items.count == 5 && all.next == nil)
    #expect(all.items.first?.isActive == true)
    let parts = try await parts("/alerts", of: AlertRecord.self, limit: 2)
    #expect(parts.map(\.count) == [2, 2, 1])
    #expect(parts.flatMap { $0 } == all.items)
  }

  @Test func `notifications come in parts, each once`() async throws {
    let all = try await list("/notifications", of: NotificationData.self)
    #expect(all.items.count > 2 && all.next == nil)
    let parts = try await parts("/notifications", of: NotificationData.self, limit: 2)
    #expect(parts.flatMap { $0 } == all.items)
    #expect(parts.dropLast().allSatisfy { $0.count == 2 })
  }

  @Test func `a part goes on where it was, whatever has come since`() async throws {
    let first = try await list("/alerts?limit=2", of: AlertRecord.self)
    let before = try await list(
      "/alerts?limit=2&before=\(first.next ?? "")", of: AlertRecord.self)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.perform(ActivateAlert(), by: world.p)
    let after = try await list("/alerts?limit=2&before=\(first.next ?? "")", of: AlertRecord.self)
    #expect(before.items == after.items)
  }

  @Test(arguments: ["/alerts", "/notifications"])
  func `a part that begins nowhere is refused`(path: String) async throws {
    let foreign = try await foreignEntries()
    for cursor in ["x", "0", "-1", "99999999999999999999"] + foreign {
      let response = try await get("\(path)?limit=2&before=\(cursor)")
      #expect(response.status == .badRequest, "\(cursor)")
      let problem = try APIJSON.decode(
        Problem.self, from: Data(response.body.readableBytesView))
      #expect(problem.refusal == .invalidCursor)
    }
  }

  /// Entries of another person.
  private func foreignEntries() async throws -> [String] {
    try await world.perform(ActivateAlert(), by: world.r1)
    let alerts = try await world.engine.alerts(of: world.r1).map(\.id.rawValue)
    let notifications = try await world.engine.notifications(of: world.r1).map(\.id.rawValue)
    return alerts + notifications.prefix(1)
  }

  @Test(arguments: ["0", "-1", "x", "1.5"])
  func `a limit is a number from 1 on`(limit: String) async throws {
    #expect(try await get("/alerts?limit=\(limit)").status == .badRequest)
    #expect(try await get("/check-ins?limit=\(limit)").status == .badRequest)
  }

  @Test func `the log of looks is read with numbers in its query`() async throws {
    #expect(try await get("/user/activity?limit=5").status == .ok)
  }
}
