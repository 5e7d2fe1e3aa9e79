import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalWeb

@Suite struct `A responder who has muted missed check-ins` {
  private func page(_ responders: [ContactData]) -> String {
    Samples.page(
      Samples.app(
        Samples.changed(.checkIn) {
          $0.responders.contacts.contacts = .init(uniqueElements: responders)
        })
    ).rendered()
  }

  @Test func `is not said to be told of them`() {
    var muted = Samples.bea
    muted.mutesMissedCheckIns = true
    let both = page([muted, Samples.carl])
    #expect(both.contains("<b>Carl</b> is told if you miss it"))
    let alone = page([muted])
    #expect(!alone.contains("is told if you miss it"))
    #expect(
      alone.contains(
        "Bea has switched off messages about missed check-ins, and is called only when nobody else answers."
      ))
  }

  @Test func `the list of responders agrees with the rehearsal`() {
    var muted = Samples.carl
    muted.mutesMissedCheckIns = true
    let markup = Samples.page(
      Samples.app(
        Samples.changed(.responders) {
          $0.responders.contacts.contacts = [Samples.bea, muted]
        })
    ).rendered()
    #expect(
      markup.matches(of: /Has muted missed check-ins: contacted only when no one else answers/)
        .count == 1)
  }
}
