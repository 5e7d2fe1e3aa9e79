import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `The sheet of signed-in devices` {
  private func page(
    _ change: (inout SessionsFeature.State) -> Void = { _ in }
  ) -> String {
    var sessions = SessionsFeature.State()
    sessions.hasLoaded = true
    sessions.sessions = Samples.sessions
    change(&sessions)
    let state = Samples.app(Samples.changed(.profile) { $0.profile.sessions = sessions })
    return Samples.page(state).rendered()
  }

  @Test func `this device is named, and cannot be ended here`() {
    let markup = page()
    #expect(markup.contains("This device"))
    #expect(!markup.contains(#"id="session-7103-end""#))
    #expect(markup.contains(#"id="session-7102-end""#))
  }

  @Test func `a device nothing is known of has words too`() {
    #expect(page().contains("Unknown device"))
  }

  @Test func `with nothing else signed in there is nothing to end`() {
    let markup = page { $0.sessions = [Samples.sessions[0]] }
    #expect(!markup.contains("sessions-end-others"))
  }
}
