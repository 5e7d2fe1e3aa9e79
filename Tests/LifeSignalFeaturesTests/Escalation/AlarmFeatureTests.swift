import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AlarmFeatureTests {
  private static func details(
    holder: Person.ID? = nil, offeredTo: Person.ID? = nil, _ kind: Alert.Kind = .missedCheckIn
  ) -> AlarmDetails {
    AlarmDetails(
      alarm: AlarmData(
        id: "70", kind: kind, startedAt: Sample.now, holder: holder,
        holderName: holder.map { "Person \($0)" }, offeredTo: offeredTo, toldCount: 2),
      personID: "1", personName: "Mara Lindqvist",
      recipients: [.init(id: "2", name: "Theo"), .init(id: "3", name: "Ines")],
      waiting: [.init(id: "4", name: "Late")])
  }

  private func makeStore(
    _ details: AlarmDetails? = nil, me: Person.ID = "2",
    _ change: @escaping (inout AlarmClient) -> Void = { _ in }
  ) -> TestStoreOf<AlarmFeature> {
    var state = AlarmFeature.State(id: "70", me: me)
    state.details = details
    return TestStore(initialState: state) {
      AlarmFeature()
    } withDependencies: {
      change(&$0.alarmClient)
    }
  }

  @Test func `it is loaded and followed until it is over`() async {
    let (stream, news) = AsyncStream.makeStream(of: AlarmDetails?.self)
    let store = makeStore {
      $0.getAlarm = { id in
        #expect(id == "70")
        return Self.details()
      }
      $0.alarmStream = { _ in stream }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.alarmResponse) {
      $0.isLoading = false
      $0.details = Self.details()
    }
    news.yield(Self.details(holder: "3"))
    await store.receive(\.alarmUpdated) { $0.details = Self.details(holder: "3") }
    #expect(store.state.canAcknowledge, "to join the one who has it")
    news.yield(nil)
    await store.receive(\.alarmUpdated) { $0.isOver = true }
    news.finish()
    await store.finish()
  }

  @Test func `the owner has the others contacted although a responder has it`() async {
    let answer = Answer<Void>()
    let store = makeStore(Self.details(holder: "3"), me: "1") {
      $0.release = { _ in try await answer() }
    }
    await store.send(.keepContactingTapped) { $0.isWorking = true }
    answer.give(())
    await store.receive(\.workResponse) { $0.isWorking = false }
    let other = makeStore(Self.details(holder: "3"), me: "2")
    await other.send(.keepContactingTapped)
  }

  @Test func `with no one else to contact the owner cannot ask for it`() async {
    var alone = Self.details(holder: "2")
    alone.recipients = [.init(id: "2", name: "Theo")]
    alone.waiting = []
    var joined = Self.details(holder: "2")
    joined.recipients[1].isComing = true
    joined.waiting = []
    for details in [alone, joined] {
      let store = makeStore(details, me: "1")
      #expect(!store.state.canKeepContacting)
      await store.send(.keepContactingTapped)
    }
    #expect(makeStore(Self.details(holder: "2"), me: "1").state.canKeepContacting)
  }

  @Test func `a responder who may not have the alert can say once that they are coming`() async {
    var details = Self.details()
    details.mayHold = false
    #expect(makeStore(details).state.canAcknowledge)
    details.recipients[0].isComing = true
    let store = makeStore(details)
    #expect(!store.state.canAcknowledge)
    await store.send(.acknowledgeButtonTapped)
  }

  @Test func `one that is not there says so`() async {
    let store = makeStore {
      $0.getAlarm = { _ in throw Refusal.alarmNotFound }
      $0.alarmStream = { _ in .finished }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.alarmResponse) {
      $0.isLoading = false
      $0.error = UserFacingError.from(Refusal.alarmNotFound)
    }
    await store.send(.dismissError) { $0.error = nil }
  }

  @Test func `one tap answers once`() async {
    let answer = Answer<Void>()
    let store = makeStore(Self.details()) {
      $0.acknowledge = { id in
        #expect(id == "70")
        try await answer()
      }
    }
    await store.send(.acknowledgeButtonTapped) { $0.isWorking = true }
    await store.send(.acknowledgeButtonTapped)
    answer.give(())
    await store.receive(\.workResponse) { $0.isWorking = false }
  }

  @Test func `a responder who answers second learns who was first`() async {
    let store = makeStore(Self.details()) {
      $0.acknowledge = { _ in throw Refusal.alarmOver }
    }
    await store.send(.acknowledgeButtonTapped) { $0.isWorking = true }
    await store.receive(\.workResponse) {
      $0.isWorking = false
      $0.error = UserFacingError.from(Refusal.alarmOver)
    }
  }

  @Test func `called off, nothing is shown`() async {
    let store = makeStore(Self.details()) {
      $0.acknowledge = { _ in throw CancellationError() }
    }
    await store.send(.acknowledgeButtonTapped) { $0.isWorking = true }
    await store.receive(\.requestCancelled) { $0.isWorking = false }
  }

  private static let unanswerable: [(AlarmDetails, Person.ID)] = [
    (details(), "1"), (details(holder: "2"), "2"),
  ]

  @Test(arguments: unanswerable)
  func `there is nothing to answer in one's own, and in one that is mine already`(
    _ details: AlarmDetails, _ me: Person.ID
  ) async {
    let store = makeStore(details, me: me)
    await store.send(.acknowledgeButtonTapped)
    #expect(!store.state.canAcknowledge)
  }

  @Test func `it is given back after a question`() async {
    let store = makeStore(Self.details(holder: "2")) {
      $0.release = { #expect($0 == "70") }
    }
    await store.send(.releaseConfirmed)
    await store.send(.releaseButtonTapped) { $0.isReleaseAsked = true }
    await store.send(.releaseCancelled) { $0.isReleaseAsked = false }
    await store.send(.releaseButtonTapped) { $0.isReleaseAsked = true }
    await store.send(.releaseConfirmed) {
      $0.isReleaseAsked = false
      $0.isWorking = true
    }
    await store.send(.releaseButtonTapped)
    await store.receive(\.workResponse) { $0.isWorking = false }
  }

  @Test func `only the responder who has it can give it back or hand it over`() async {
    let store = makeStore(Self.details(holder: "3"))
    await store.send(.releaseButtonTapped)
    await store.send(.handOverButtonTapped)
    await store.send(.successorChosen("4"))
  }

  @Test func `it is handed over to one of the others`() async {
    let store = makeStore(Self.details(holder: "2")) {
      $0.handOver = { id, other in #expect(id == "70" && other == "4") }
    }
    await store.send(.handOverButtonTapped) { $0.isHandingOver = true }
    #expect(store.state.successors.map(\.id) == ["3", "4"])
    await store.send(.handOverCancelled) { $0.isHandingOver = false }
    await store.send(.handOverButtonTapped) { $0.isHandingOver = true }
    await store.send(.successorChosen("4")) {
      $0.isHandingOver = false
      $0.isWorking = true
    }
    await store.receive(\.workResponse) { $0.isWorking = false }
  }

  @Test func `a responder who is asked to take over can do so`() async {
    let store = makeStore(Self.details(holder: "3", offeredTo: "2")) {
      $0.acknowledge = { _ in }
    }
    #expect(store.state.isOfferedToMe && store.state.canAcknowledge)
    await store.send(.acknowledgeButtonTapped) { $0.isWorking = true }
    await store.receive(\.workResponse) { $0.isWorking = false }
  }

  @Test func `an alert that ends closes its questions`() async {
    var state = AlarmFeature.State(id: "70", me: "2")
    state.details = Self.details(holder: "2")
    state.isHandingOver = true
    state.isReleaseAsked = true
    let store = TestStore(initialState: state) { AlarmFeature() }
    await store.send(.alarmUpdated(nil)) {
      $0.isOver = true
      $0.isHandingOver = false
      $0.isReleaseAsked = false
    }
  }

  @Test func `a silent alarm is ended by its holder, who is asked first`() async {
    let ended = Calls<AlertRecord.ID>()
    let store = makeStore(Self.details(holder: "2", .duress)) {
      $0.endSilent = { ended.note($0) }
    }
    #expect(store.state.canEnd)
    await store.send(.endButtonTapped) { $0.isEndAsked = true }
    await store.send(.endCancelled) { $0.isEndAsked = false }
    await store.send(.endConfirmed)
    await store.send(.endButtonTapped) { $0.isEndAsked = true }
    await store.send(.endConfirmed) {
      $0.isEndAsked = false
      $0.isWorking = true
    }
    await store.receive(\.workResponse) { $0.isWorking = false }
    #expect(ended.all == ["70"])
  }

  @Test func `a responder cannot end another kind of alert, or one that another responder has`()
    async
  {
    for details in [
      Self.details(holder: "2"), Self.details(holder: "3", .duress), Self.details(.duress),
    ] {
      let store = makeStore(details)
      await store.send(.endButtonTapped)
      #expect(!store.state.isEndAsked)
    }
  }

  @Test(arguments: [Alert.Kind.missedCheckIn, .travel, .manual])
  func `a responder who was contacted reports that they reached the person, after a question`(
    _ kind: Alert.Kind
  ) async {
    let reported = Calls<AlertRecord.ID>()
    let store = makeStore(Self.details(kind)) {
      $0.reached = { reported.note($0) }
    }
    await store.send(.reachedConfirmed)
    await store.send(.reachedButtonTapped) { $0.isReachedAsked = true }
    await store.send(.reachedCancelled) { $0.isReachedAsked = false }
    await store.send(.reachedButtonTapped) { $0.isReachedAsked = true }
    await store.send(.reachedConfirmed) {
      $0.isReachedAsked = false
      $0.hasReported = true
      $0.isWorking = true
    }
    await store.receive(\.workResponse) { $0.isWorking = false }
    #expect(reported.all == ["70"])
  }

  @Test func `it is not offered to one who cannot report it`() {
    var overruled = Self.details()
    overruled.mayHold = false
    var reported = Self.details(.manual)
    reported.recipients[0].metAt = Sample.now
    for (details, me) in [
      (Self.details(), "1"), (Self.details(), "4"), (Self.details(holder: "2", .duress), "2"),
      (overruled, "2"), (reported, "2"),
    ] as [(AlarmDetails, Person.ID)] {
      #expect(!makeStore(details, me: me).state.canReport)
    }
    #expect(makeStore(Self.details(holder: "3")).state.canReport, "also beside the one who has it")
  }

  @Test func `a report that fails is not shown as made`() async {
    let store = makeStore(Self.details()) {
      $0.reached = { _ in throw Refusal.alarmNotYours }
    }
    await store.send(.reachedButtonTapped) { $0.isReachedAsked = true }
    await store.send(.reachedConfirmed) {
      $0.isReachedAsked = false
      $0.hasReported = true
      $0.isWorking = true
    }
    await store.receive(\.workResponse) {
      $0.isWorking = false
      $0.hasReported = false
      $0.error = UserFacingError.from(Refusal.alarmNotYours)
    }
  }

  @Test func `one that opened by itself is followed, but not noted as seen`() async {
    let (stream, news) = AsyncStream.makeStream(of: AlarmDetails?.self)
    let store = TestStore(initialState: AlarmFeature.State(id: "70", me: "2", isUnasked: true)) {
      AlarmFeature()
    } withDependencies: {
      // Reading it once would fail the test.
      $0.alarmClient.alarmStream = { _ in stream }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    news.yield(Self.details())
    await store.receive(\.alarmUpdated) {
      $0.isLoading = false
      $0.details = Self.details()
    }
    news.finish()
    await store.finish()
  }

  @Test func `done leaves it`() async {
    let store = makeStore(Self.details())
    await store.send(.doneButtonTapped)
    await store.receive(\.delegate.dismissed)
  }
}
