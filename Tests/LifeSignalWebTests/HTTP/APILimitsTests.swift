import HTTPTypes
import LifeSignalAPI
import LifeSignalModel
import LifeSignalWeb
import Testing

/// What a session and a program may ask, route by route.
@Suite struct APILimitsTests {
  private let clock = TestInstants()
  private let limits: APILimits

  init() { limits = APILimits(now: clock.now) }

  private static let write = APIRoute(MarkAllAsRead.self).description
  private static let read = APIRoute(CurrentUser.self).description

  /// How often in a row it may be asked, up to 500 times.
  private func room(
    for route: APIRouteDescription, of asker: SessionID = "1", isProgram: Bool = true
  ) -> Int {
    (0..<500).first { _ in
      (try? limits.count(asker, route, isProgram: isProgram)) == nil
    } ?? 500
  }

  @Test func `a program changes less than a person, and reads as much`() {
    #expect(room(for: Self.write) == APILimits.programWrite.burst)
    #expect(room(for: Self.write, of: "2", isProgram: false) == RequestLimits.session.burst)
    #expect(room(for: Self.read, of: "3") == RequestLimits.session.burst)
  }

  @Test func `a program leaves its person room of their own`() {
    let person = RequestLimits.session.burst
    #expect(APILimits.programWrite.burst * 2 < person)
    #expect(APILimits.programWrite.perSecond * 2 < RequestLimits.session.perSecond)
  }

  @Test func `one program's room is not another's`() {
    _ = room(for: Self.write)
    #expect(room(for: Self.write, of: "2") > 0)
  }

  @Test func `a wait is named, and ends`() throws {
    _ = room(for: Self.write)
    #expect(throws: Refusal.tooManyRequests(retryAfter: 2)) {
      try limits.count("1", Self.write, isProgram: true)
    }
    clock.advance(by: .seconds(2))
    try limits.count("1", Self.write, isProgram: true)
  }

  @Test(arguments: APITable.all.filter { $0.isVital && $0.isForMembers })
  func `no storm of other requests delays a check-in or an alert`(
    route: APIRouteDescription
  ) {
    _ = room(for: Self.write)
    _ = room(for: Self.read)
    for other in APITable.all where other.isVital && other.name != route.name {
      _ = room(for: other)
    }
    #expect(room(for: route) == RequestLimits.checkIn.burst)
  }
}
