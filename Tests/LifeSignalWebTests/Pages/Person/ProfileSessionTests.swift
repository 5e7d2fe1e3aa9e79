import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The profile at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func page() async throws -> (Person.ID, Tab) {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    return (id, tab)
  }

  @Test func `name and note are changed`() async throws {
    let (id, tab) = try await page()
    try await tab.press("update-name")
    try await tab.waits { $0.element(id: "edit-first-name")?["value"] == "Margaret" }
    try tab.type("Peggy", into: "edit-first-name")
    try await tab.press("name-save")
    try await tab.hides("name-sheet")
    #expect(try await web.engine.user(id).firstName == "Peggy")
    try await tab.press("edit-note")
    try await tab.shows("edit-note-text")
    try tab.type("Key at number 12", into: "edit-note-text")
    try await tab.press("note-save")
    try await tab.hides("note-sheet")
    #expect(try await web.engine.user(id).emergencyNote == "Key at number 12")
  }

  @Test func `a name that could not be stored stays to be saved again`() async throws {
    let (id, tab) = try await page()
    try await tab.press("update-name")
    try await tab.waits { $0.element(id: "edit-first-name")?["value"] == "Margaret" }
    try tab.type("Peggy", into: "edit-first-name")
    try await web.withoutLedger {
      try await tab.press("name-save")
      try await tab.shows("app-error-retry")
    }
    try await tab.press("app-error-dismiss")
    try await tab.hides("app-error-retry")
    #expect(try tab.find("edit-first-name")["value"] == "Peggy")
    try await tab.press("name-save")
    try await tab.hides("name-sheet")
    #expect(try await web.engine.user(id).firstName == "Peggy")
  }

  @Test func `the number is changed by a code to the new one, unless it is another's`() async throws
  {
    let (id, tab) = try await page()
    _ = try await web.house.member("+12125550102", name: "Dana")
    try await tab.press("change-phone")
    try await tab.shows("new-phone")
    for (number, isTaken) in [("212-555-0102", true), ("212-555-0108", false)] {
      try tab.type(number, into: "new-phone")
      try await tab.waits { $0.element(id: "new-phone-send")?["disabled"] == nil }
      try tab.submit("new-phone-form")
      try await tab.shows("new-phone-code")
      try tab.type(web.house.courier.code, into: "new-phone-code")
      try tab.submit("new-phone-code-form")
      if isTaken {
        try await tab.waits(for: "Another account uses this phone number.")
        #expect(try await web.engine.user(id).phoneNumber == TestHouse.number)
        try await tab.press("phone-cancel")
        try await tab.hides("phone-sheet")
        try await tab.press("change-phone")
        try await tab.shows("new-phone")
      }
    }
    try await tab.hides("phone-sheet")
    #expect(try await web.engine.user(id).phoneNumber == "+12125550108")
  }

  @Test func `signing out is asked about and leads to the way in`() async throws {
    let (_, tab) = try await page()
    try await tab.press("sign-out")
    try await tab.press("sign-out-question-confirm")
    try await tab.shows("phone-form")
  }
}
