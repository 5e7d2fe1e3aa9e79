import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

/// What the check-in page claims about who knows of an alert.
@Suite struct `An alert on the check-in page` {
  private func page(
    _ alarms: [AlarmData] = [], responders: [ContactData]? = nil, hasLoaded: Bool = true,
    region: Region = .unitedKingdom, _ change: (inout MainTabFeature.State) -> Void = { _ in }
  ) -> String {
    var state = Samples.app(
      Samples.changed(.checkIn) {
        if let responders { $0.responders.contacts.contacts = .init(uniqueElements: responders) }
        $0.responders.contacts.hasLoaded = hasLoaded
        change(&$0)
      })
    state.user.userData?.alarms = alarms
    state.user.userData?.phoneRegion = region
    return Samples.page(state).rendered()
  }

  private func alarm(
    _ kind: Alert.Kind = .manual, told: Int, isUnanswered: Bool = false
  ) -> AlarmData {
    AlarmData(
      id: "9001", kind: kind, startedAt: Samples.ago(2), isUnanswered: isUnanswered,
      toldCount: told, nextCallAt: Samples.ago(-13))
  }

  private func pastGrace(_ state: inout MainTabFeature.State) {
    state.checkIn.lastCheckInTime = Samples.ago(60 * 24 + 30)
    state.checkIn.nextCheckInTime = Samples.ago(30)
  }

  private let claims = [
    "contacting your responders", "keep contacting everyone", "responder contacted",
    "We contact your responders", "is on it",
  ]

  @Test(arguments: [Alert.Kind.manual, .missedCheckIn, .travel])
  func `with no one to contact says so first, and offers the region's number`(kind: Alert.Kind) {
    let markup = page([alarm(kind, told: 0, isUnanswered: true)], responders: []) {
      if kind == .manual { Samples.alarmed(&$0) } else { Samples.late(&$0) }
    }
    #expect(markup.contains("No one is being contacted"))
    #expect(markup.contains("You have no responders. Call for help yourself."))
    #expect(markup.contains(#"href="tel:999""#))
    for claim in claims { #expect(!markup.contains(claim), "\(claim)") }
    let places = ["id=\"no-one\"", "id=\"alert-button\""].compactMap {
      markup.range(of: $0)?.lowerBound
    }
    #expect(places.count == 2 && places == places.sorted())
  }

  @Test func `without responders neither the travel timer nor a pause promises to contact any`() {
    let pausing: (inout MainTabFeature.State) -> Void = {
      $0.checkIn.pauseEditor = PauseFeature.State(now: Samples.now, zone: .utc)
    }
    let alone = page(responders: [], pausing)
    #expect(alone.contains("so we would contact no one if you don’t arrive."))
    #expect(!alone.contains("we contact your responders"))
    #expect(alone.contains(#"id="pause-sheet""#))
    #expect(!alone.contains("We let your responders know"))
    let watched = page([], pausing)
    #expect(watched.contains("If you have not arrived by a time you choose, we contact"))
    #expect(watched.contains("We let your responders know that you pause"))
  }

  @Test func `raised a moment ago claims nothing about open pages or messages`() {
    let markup = page { Samples.alarmed(&$0) }
    #expect(markup.contains("You’ll see here who has been contacted."))
    #expect(!markup.contains("open pages") && !markup.contains("on its way"))
    #expect(!markup.contains("No one is being contacted"))
  }

  @Test func `raised a moment ago without responders says that no one is contacted`() {
    let markup = page(responders: []) { Samples.alarmed(&$0) }
    #expect(markup.contains("No one is being contacted"))
  }

  @Test func `before the list of responders has come no one is missed in it`() {
    let markup = page(responders: [], hasLoaded: false) { Samples.alarmed(&$0) }
    #expect(!markup.contains("No one is being contacted"))
    #expect(!markup.contains("You have no responders"))
  }

  @Test func `with responders keeps the emergency number at hand`() {
    let markup = page([alarm(told: 2)], region: .australia) { Samples.alarmed(&$0) }
    #expect(markup.contains("2 responders contacted."))
    #expect(markup.contains(#"id="emergency-call" href="tel:000""#))
    #expect(!markup.contains("No one is being contacted"))
  }

  @Test func `being late without responders does not promise that we contact anyone`() {
    let markup = page(responders: [], Samples.late)
    #expect(markup.contains("No one will be contacted"))
    #expect(!markup.contains("We contact your responders"))
  }

  @Test func `past the grace claims contact only when the server has raised the alert`() {
    #expect(page([], pastGrace).contains("Your check-in is late"))
    #expect(!page([], pastGrace).contains("We’re contacting your responders"))
    #expect(
      page([alarm(.missedCheckIn, told: 1)], pastGrace).contains("We’re contacting your responders")
    )
  }

  @Test func `an alert that responders have answered is not called contacting them`() {
    for kind in [Alert.Kind.missedCheckIn, .travel] {
      var held = alarm(kind, told: 2)
      held.holder = "2002"
      held.holderName = "Carl Okafor"
      var coming = alarm(kind, told: 2)
      coming.comingCount = 1
      for alarm in [held, coming] {
        let markup = page([alarm]) {
          if kind == .travel { Samples.unarrived(&$0) } else { pastGrace(&$0) }
        }
        #expect(!markup.contains("We’re contacting your responders"))
        let words = alarm.reach().words.english
        #expect(
          markup.contains(
            kind == .travel
              ? #"id="travel-running" class="travel" data-announce="\#(words)""#
              : "Your check-in is late"))
      }
    }
    #expect(
      page([alarm(.travel, told: 2)], Samples.unarrived)
        .contains("We’re contacting your responders"))
  }

  @Test func `the rehearsal of a missed check-in claims no more than is known`() {
    func sheet(_ hole: Rehearsal.Hole) -> String {
      page {
        $0.checkIn.rehearsal = .init()
        $0.checkIn.rehearsal?.rehearsal = Rehearsal(holes: [hole])
      }
    }
    let held = sheet(.missed(isContacting: false, holder: "Carl Okafor"))
    #expect(held.contains("You missed your check-in. Carl Okafor is on it."))
    #expect(!held.contains("contacting your responders"))
    let called = sheet(.missed(isContacting: true, holder: nil))
    #expect(called.contains("You missed your check-in. We’re contacting your responders."))
    for markup in [held, called] { #expect(!markup.contains("No one has been contacted")) }
  }

  @Test(arguments: [Alert.Kind.manual, .missedCheckIn, .travel])
  func `with responders whom no message can reach says so first`(kind: Alert.Kind) {
    var alarm = alarm(kind, told: 0, isUnanswered: true)
    alarm.isUnreachable = true
    let markup = page([alarm]) {
      switch kind {
      case .manual, .duress: Samples.alarmed(&$0)
      case .missedCheckIn: pastGrace(&$0)
      case .travel: Samples.unarrived(&$0)
      }
    }
    #expect(markup.contains("We can’t reach any of your responders. Call for help yourself."))
    #expect(markup.contains(#"href="tel:999""#))
    for claim in claims { #expect(!markup.contains(claim), "\(claim)") }
  }

  @Test func `responders who have not been reached yet are not called none`() {
    let markup = page([alarm(told: 0)]) { Samples.alarmed(&$0) }
    #expect(markup.contains("We haven’t reached any of your responders yet."))
  }

  @Test func `a responder who is coming is no answer that is missing`() {
    var alarm = alarm(told: 2, isUnanswered: true)
    alarm.comingCount = 1
    let markup = page([alarm]) { Samples.alarmed(&$0) }
    #expect(markup.contains("1 responder is coming"))
    #expect(!markup.contains("No one is on it yet"))
  }

  @Test func `a status of one sentence has no full stop, and one of two sentences has both`() {
    let short: [AlertReach] = [
      .held(by: "Carl Okafor"), .held(by: nil), .coming(1), .coming(2), .unreachable, .noOne,
    ]
    for reach in short { #expect(!reach.words.english.contains("."), "\(reach)") }
    for reach in [AlertReach.unanswered, .contacted(1), .contacted(2)] {
      #expect(reach.words.english.count { $0 == "." } == 2, "\(reach)")
    }
  }

  @Test func `its own sheet says the same, in the same order`() {
    var details = Samples.margaretsAlarm(of: Samples.user.id, isUnanswered: true)
    details.alarm.toldCount = 0
    details.recipients = []
    details.waiting = []
    var state = Samples.app(Samples.mainTab(.checkIn))
    var sheet = AlarmFeature.State(id: details.alarm.id, me: Samples.user.id)
    sheet.details = details
    state.alarm = sheet
    let markup = Samples.page(state).rendered()
    #expect(markup.contains(#"id="alarm-no-one""#))
    #expect(markup.contains(#"href="tel:911""#))
    #expect(!markup.contains("keep contacting everyone") && !markup.contains("Next try"))
  }
}
