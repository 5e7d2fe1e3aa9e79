import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalModel
import NIOCore
import Synchronization
import Testing

@testable import LifeSignalAPI
@testable import LifeSignalWeb

/// Walks the router, and tries each route with what no client of ours sends.
///
/// A new route is tried as soon as the router has it: those of the API say in their table what they take,
/// the others when ``ForeignForm`` reads it. A trap ends the test process, which is what must not
/// happen; an answer of 500 is a fault too. `LIFESIGNAL_HOSTILE=1` prints each request before it is made.
@Suite(.timeLimit(.minutes(5))) struct `Hostile requests` {
  /// Their answers do not end.
  private static let streams: Set = ["GET /live", "GET /api/v1/changes"]

  private let web: HostileWeb

  init() throws { web = try HostileWeb() }

  @Test func `end no process and break no route`() async throws {
    let routes = web.routes.filter {
      $0.method != .head && !Self.streams.contains("\($0.method) \($0.path)")
    }
    #expect(routes.count > 100)
    for (index, route) in routes.enumerated() {
      let visit = try await web.visit(index)
      if let description = APITable.all.first(where: { route.isFor($0) }) {
        try await tryAPI(route, description, visit, seed: UInt64(index))
      } else {
        try await tryForms(route, visit, seed: UInt64(index))
      }
    }
    #expect(web.faults.isEmpty, "\(web.faults.prefix(9).joined(separator: "\n"))")
    #expect(web.count > 3_000)
    print("\(web.count) hostile requests")
    let visit = try await web.visit(routes.count)
    #expect(try await web.ask(.post, "/check-in", visit, json: #"{"key": "k"}"#).status == .ok)
  }

  /// So that a walk that finds nothing is noticed.
  @Test func `find the fields of every form`() async throws {
    let visit = try await web.visit(0)
    let found = try await web.types { try await web.ask(.post, "/check-in", visit, json: "{}") }
    let form = try HostileForm(of: try #require(found.first), seed: 1)
    #expect(form.names == ["at", "key", "person", "sentAt"])
    let extreme = form.messages.contains { message in
      message.contains { $0 == ("at", "-9223372036854775808") }
        && message.contains { $0 == ("sentAt", "9223372036854775807") }
    }
    #expect(extreme)
  }

  private func tryAPI(
    _ route: HostileWeb.Route, _ description: APIRouteDescription, _ visit: HostileWeb.Visit,
    seed: UInt64
  ) async throws {
    let form = try HostileForm(of: description.input.type, seed: seed)
    let inPath = Set(route.names)
    let path = route.path(filling: { HostileValues.encoded(form.fitting($0)) })
    for name in route.names {
      for value in form.values(of: name) {
        let hostile = route.path { HostileValues.encoded($0 == name ? value : form.fitting($0)) }
        _ = try await web.ask(route.method, hostile, visit, json: description.hasBody ? "{}" : nil)
      }
    }
    for message in form.messages {
      let rest = message.filter { !inPath.contains($0.0) }
      if description.hasBody {
        _ = try await web.ask(route.method, path, visit, json: HostileForm.json(rest))
      } else if !rest.isEmpty {
        _ = try await web.ask(route.method, "\(path)?\(HostileForm.urlEncoded(rest))", visit)
      }
    }
    guard description.hasBody else { return }
    for body in HostileValues.others + ["", "{", "\u{0}"] {
      _ = try await web.ask(route.method, path, visit, json: body)
    }
  }

  private func tryForms(
    _ route: HostileWeb.Route, _ visit: HostileWeb.Visit, seed: UInt64
  ) async throws {
    var random = SeededNumbers(seed: seed)
    for value in HostileValues.all.shuffled(using: &random).prefix(8) {
      let text = HostileValues.encoded(value)
      let path = route.path { _ in text }
      _ = try await web.ask(route.method, "\(path)?at=\(text)&after=\(text)&rid=\(text)", visit)
    }
    guard route.method == .post else { return }
    let path = route.path { $0 == "token" ? "00000000-0000-4000-8000-000000000000" : "1" }
    let types = try await web.types {
      _ = try await web.ask(route.method, path, visit, json: "{}")
      _ = try await web.ask(route.method, path, visit, form: "a=1")
    }
    for type in types {
      for message in try HostileForm(of: type, seed: seed).messages {
        _ = try await web.ask(route.method, path, visit, json: HostileForm.json(message))
        _ = try await web.ask(route.method, path, visit, form: HostileForm.urlEncoded(message))
      }
    }
    for body in HostileValues.all + ["", "{"] {
      _ = try await web.ask(route.method, path, visit, json: body)
      _ = try await web.ask(route.method, path, visit, form: body)
    }
  }
}
