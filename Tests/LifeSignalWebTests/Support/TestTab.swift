import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb

/// A person at an open page of the test server: clicks by id, and sees what the stream brings.
typealias Tab = TestTab<AppFeature.State, AppFeature.Action>

extension TestWeb {
  var engine: Engine { house.engine }

  /// A member and their open page. The n-th number is theirs.
  func member(_ name: String = "Margaret", _ number: Int = 1) async throws -> (Person.ID, Tab) {
    let number = "+1212555010\(number)"
    let id = try await house.member(number, name: name)
    return (id, try await tab(number))
  }

  /// The page of another browser of the person with this number; a new member if there is none.
  func tab(_ number: String) async throws -> Tab {
    let (_, token) = try await house.browser(number)
    return try Tab(await page(of: "lifesignal=\(token.text)"))
  }

  /// The responder asks with the dependent's code, and is accepted.
  func relate(_ dependent: Person.ID, to responder: Person.ID) async throws {
    let code = try await engine.user(dependent).qrCodeID
    try await engine.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true),
      by: .person(responder))
    try await engine.perform(AcceptContact(id: responder), by: .person(dependent))
  }

  /// Waits until the person's stored record is as described.
  @discardableResult
  func user(
    _ id: Person.ID, becomes isSo: (UserData) -> Bool
  ) async throws -> UserData {
    try await stored(id, { try await $0.user(id) }, becomes: isSo)
  }

  /// Waits until what is read for the person is as described.
  @discardableResult
  func stored<Value>(
    _ id: Person.ID, _ read: (Engine) async throws -> Value, becomes isSo: (Value) -> Bool
  ) async throws -> Value {
    var changes = engine.changes(for: id).makeAsyncIterator()
    while true {
      let value = try await read(engine)
      if isSo(value) { return value }
      guard await changes.next() != nil else { throw PageError.ended }
    }
  }

  /// Takes the ledger away for the time of the operation.
  ///
  /// - Parameter reading: for reads as well; then the page's own news may not come any more, as
  ///   they wait for a clock that stands still before they are read again.
  func withoutLedger(
    reading: Bool = false, _ operation: () async throws -> Void
  ) async throws {
    house.ledger.outage = reading ? .everything : .writes
    defer { house.ledger.outage = nil }
    try await operation()
  }

  /// Asks until the person has used up what they may ask for at once.
  func exhaust(_ person: Person.ID) async {
    while (try? await engine.export(of: person)) != nil {}
  }
}

/// The messages a page shows when the server fails, and when a person has asked too often.
enum Saying {
  static let serverProblem = "Something went wrong on our side. Please try again."
  static let tooOften = "Please wait a moment and try again."
  static let notAllowed = "You don't have permission to do that."
}

extension TestTab {
  /// Waits until there is such a button that can be pressed, and presses it; once more when the page it
  /// was on is no longer the page, as a person would.
  func press(_ id: String) async throws {
    repeat {
      try await waits { page in
        page.element(id: id).map {
          $0.listensFor.contains("click") && $0["disabled"] == nil
        } ?? false
      }
      if try click(id) != .dropped { return }
      try await follow()
    } while true
  }

  func shows(_ id: String) async throws {
    try await waits { $0.element(id: id) != nil }
  }

  func hides(_ id: String) async throws {
    try await waits { $0.element(id: id) == nil }
  }

  /// Waits until a switch, or a choice that is pressed or not, is so.
  func shows(_ id: String, on isOn: Bool) async throws {
    try await waits { page in
      let element = page.element(id: id)
      return (element?["aria-checked"] ?? element?["aria-pressed"]) == "\(isOn)"
    }
  }
}
