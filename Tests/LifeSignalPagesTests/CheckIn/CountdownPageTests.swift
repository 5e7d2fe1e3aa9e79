import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct CountdownPageTests {
  private func markup(_ change: (inout MainTabFeature.State) -> Void) -> String {
    Samples.page(Samples.app(Samples.changed(.checkIn, change)), send: .nowhere).rendered()
  }

  @Test func `without a countdown the dial says when it starts, and the button starts it`() {
    func page(hasResponders: Bool) -> String {
      markup {
        $0.checkIn.lastCheckInTime = nil
        $0.checkIn.nextCheckInTime = nil
        if !hasResponders { $0.contacts.contacts = [] }
      }
    }
    // The person has stopped it: their responders alone start nothing.
    #expect(page(hasResponders: true).contains("Starts with your next check-in"))
    let page = page(hasResponders: false)
    #expect(page.contains("Starts when someone"))
    #expect(page.contains("watches over you"))
    #expect(page.contains("Starts your countdown"))
    #expect(!page.contains(#"id="pause""#))
  }

  @Test func `a countdown that a responder has begun is shown before the first check-in`() {
    let page = markup {
      $0.checkIn.lastCheckInTime = nil
      $0.checkIn.resumedAt = Samples.now
      $0.checkIn.nextCheckInTime = Samples.now + 86_400
    }
    #expect(page.contains("You haven’t checked in yet"))
    #expect(page.contains(#"id="pause""#))
    #expect(!page.contains("watches over you"))
  }

  @Test func `only a person with a countdown can stop it, after a question`() {
    func sheet(_ change: (inout CheckInPlanFeature.State) -> Void) -> String {
      markup {
        var editor = CheckInPlanFeature.State(plan: .interval(86_400))
        change(&editor)
        $0.checkIn.planEditor = editor
      }
    }
    #expect(sheet { _ in }.contains(#"id="plan-stop""#))
    #expect(!sheet { $0.hasCountdown = false }.contains(#"id="plan-stop""#))
    #expect(sheet { $0.isStopAsked = true }.contains(#"id="plan-stop-question""#))
  }
}
