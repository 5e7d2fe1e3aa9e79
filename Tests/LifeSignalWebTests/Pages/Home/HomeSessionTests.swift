import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The own code beside a list` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `the code is shared from a sheet of its own`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("tab-responders")
    try await tab.press("share-code")
    try await tab.shows("share-sheet")
    let code = try await web.engine.user(id).qrCodeID
    #expect(try tab.find("share-card-id").text == code.rawValue)
    try tab.report("link-copied", from: "share-card")
    try await tab.waits(for: "Link copied")
    try tab.report("failed", from: "share-card")
    try await tab.waits(for: "This browser could not share the code.")
    try await tab.press("share-done")
    try await tab.hides("share-sheet")
  }
}
