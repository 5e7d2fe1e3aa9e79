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
/// the others when ``ForeignForm`` reads it; what any of them reads of queries, headers and the carrier's forms
/// is learnt the same way. The path has the token of a real thing, and the carrier's forms are signed. A trap ends the test process, which is what must not
/// happen; an answer of 500 is a fault too. `LIFESIGNAL_HOSTILE=1` prints each request before it is made.
@Suite(.timeLimit(.minutes(5))) struct `Hostile requests` {
  private let web: HostileWeb

  init() throws { web = try HostileWeb() }

  @Test func `end no process and break no route`() async throws {
    let routes = web.routes.filter { $0.method != .head }
    #expect(routes.count > 100)
    var known: Set<ForeignName> = []
    for (index, route) in routes.enumerated() {
      let visit = try await web.visit(index)
      if let description = APITable.all.first(where: { route.isFor($0) }) {
        let form = try HostileForm(of: description.input.type, seed: UInt64(index))
        let path = route.path { HostileValues.encoded(form.fitting($0)) }
        try await tryNames(route, path, visit, seed: UInt64(index), &known)
        try await tryAPI(route, description, visit, seed: UInt64(index))
      } else {
        let path = route.path { fitting($0, visit, seed: index) }
        try await tryNames(route, path, visit, seed: UInt64(index), &known)
        try await tryForms(route, path, visit, seed: UInt64(index))
      }
    }
    // What is known to be read, so that a walk that learns nothing is noticed.
    let expected: Set<ForeignName> = [
      .query("at"), .query("after"), .query("rid"), .query("zone"), .query("lang"), .query("v"),
      .query("message"), .header(.lastEventID), .header(.acceptLanguage), .header(.forwardedFor),
      .header(.idempotencyKey), .header(.traceParent), .field("MessageSid"), .field("Body"),
      .field("Digits"), .field("ErrorCode"),
    ]
    #expect(expected.subtracting(known).isEmpty)
    #expect(web.faults.isEmpty, "\(web.faults.prefix(9).joined(separator: "\n"))")
    #expect(web.count > 3_000)
    print("\(web.count) hostile requests")
    let visit = try await web.visit(routes.count)
    #expect(try await web.ask(.post, "/check-in", visit, json: #"{"key": "k"}"#).status == .ok)
  }

  @Test func `reach things and the carrier's forms`() async throws {
    let visit = try await web.visit(0)
    for token in visit.things {
      #expect(try await web.ask(.post, "/ping/\(token)", visit).status == .ok)
    }
    let words = HostileWeb.Words([.field("MessageStatus"), .query("message")], fitting: "read")
    let status = try await web.ask(.post, "/callbacks/sms/status", visit, saying: words).status
    #expect(status == .noContent)
    let stream = try await web.ask(.get, "/live", visit)
    #expect(stream.status == .ok && stream.headers[.contentType]?.contains("stream") == true)
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

  /// What stands in a path that leads somewhere.
  private func fitting(_ name: String, _ visit: HostileWeb.Visit, seed: Int) -> String {
    name == "token" ? visit.things[seed % visit.things.count] : "1"
  }

  /// Tries every value of a name where it is new, and a few where it was tried before: a header on any other
  /// route, all else on this one.
  /// - Parameter known: the names that were tried.
  private func tryNames(
    _ route: HostileWeb.Route, _ path: String, _ visit: HostileWeb.Visit, seed: UInt64,
    _ known: inout Set<ForeignName>
  ) async throws {
    var random = SeededNumbers(seed: seed)
    var tried = known.filter { if case .header = $0 { true } else { false } }
    let words = path.hasPrefix("/callbacks/") ? HostileValues.carrier : []
    for word in [#""1""#] + words {
      // What is read may depend on what was read before it.
      var names: Set<ForeignName> = []
      while true {
        let words = HostileWeb.Words(names, fitting: word)
        let found = try await web.names {
          try await web.ask(route.method, path, visit, saying: words)
        }
        guard !found.isSubset(of: names) else { break }
        names.formUnion(found)
      }
      for name in names.sorted(by: { "\($0)" < "\($1)" }) {
        var values = HostileValues.all
        if case .header = name { values += HostileValues.headers }
        values.shuffle(using: &random)
        if tried.contains(name) { values = Array(values.prefix(2)) }
        for value in values {
          let words = HostileWeb.Words(names, fitting: word, hostile: (name, value))
          _ = try await web.ask(route.method, path, visit, saying: words)
        }
      }
      tried.formUnion(names)
    }
    known.formUnion(tried)
  }

  private func tryForms(
    _ route: HostileWeb.Route, _ path: String, _ visit: HostileWeb.Visit, seed: UInt64
  ) async throws {
    var random = SeededNumbers(seed: seed)
    for name in route.names {
      for value in HostileValues.all.shuffled(using: &random).prefix(12) {
        let hostile = route.path {
          $0 == name ? HostileValues.encoded(value) : fitting($0, visit, seed: Int(clamping: seed))
        }
        _ = try await web.ask(route.method, hostile, visit)
      }
    }
    guard route.method == .post else { return }
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
