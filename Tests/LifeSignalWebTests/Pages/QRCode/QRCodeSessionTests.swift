import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The own code at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func sheet() async throws -> (Person.ID, Tab) {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.press("show-code")
    try await tab.shows("qr-code-sheet")
    return (id, tab)
  }

  @Test func `it is reset after a question, and shared`() async throws {
    let (id, tab) = try await sheet()
    let old = try await web.engine.user(id).qrCodeID
    try await tab.press("qr-code-refresh")
    try await tab.press("qr-code-refresh-question-cancel")
    try await tab.hides("qr-code-refresh-question")
    #expect(try await web.engine.user(id).qrCodeID == old)
    try await tab.press("qr-code-refresh")
    try await tab.press("qr-code-refresh-question-confirm")
    try await tab.shows("qr-code-reset")
    let new = try await web.engine.user(id).qrCodeID
    #expect(new != old)
    try await tab.press("qr-code-share")
    try await tab.waits { $0.element(id: "share-card-id")?.text == new.rawValue }
  }

  @Test func `a reset that failed leaves the code and says so`() async throws {
    let (id, tab) = try await sheet()
    let old = try await web.engine.user(id).qrCodeID
    try await tab.press("qr-code-refresh")
    try await web.withoutLedger {
      try await tab.press("qr-code-refresh-question-confirm")
      try await tab.shows("qr-code-error")
    }
    #expect(try await web.engine.user(id).qrCodeID == old)
    try await tab.press("qr-code-error-ok")
    try await tab.hides("qr-code-error")
    try await tab.press("qr-code-close")
    try await tab.hides("qr-code-sheet")
  }
}
