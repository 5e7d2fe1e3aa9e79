import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `A responder who has muted missed check-ins` {
  private func page(_ responders: [ContactData]) -> String {
    Samples.page(
      Samples.app(
        Samples.changed(.checkIn) {
          $0.responders.contacts.contacts = .init(uniqueElements: responders)
        })
    ).rendered()
  }

  @Test func `is not among the responders we contact first`() {
    var muted = Samples.bea
    muted.mutesMissedCheckIns = true
    let both = page([muted, Samples.carl])
    #expect(both.contains("We contact <b>Carl</b> if you miss it"))
    let alone = page([muted])
    #expect(!alone.contains("if you miss it"))
    #expect(
      alone.contains(
        "Bea switched off messages about missed check-ins. We contact them only when no one else answers."
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
