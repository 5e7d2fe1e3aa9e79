import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct QRCodeFeatureTests {
  private let picture = Sample.picture(of: Sample.code)
  private let newCode: QRCodeID = "0E9D2F1A-0000-4000-8000-000000000001"

  private func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<QRCodeFeature> {
    TestStore(initialState: QRCodeFeature.State(qrCodeID: Sample.code)) {
      QRCodeFeature()
    } withDependencies: {
      $0.qrCodeClient = .browser
      update(&$0)
    }
  }

  @Test func `appearing draws the code, once, and shows it as it is`() async {
    let store = makeStore()
    #expect(store.state.qrCodeIDForDisplay == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    await store.send(.onAppear)
    await store.receive(.generateQRCode) { $0.isGenerating = true }
    await store.receive(.qrCodeGenerated(picture)) { [picture] in
      $0.isGenerating = false
      $0.qrCodeImage = picture
    }
    await store.send(.onAppear)
  }

  @Test func `a code that cannot be drawn is said; called off is not`() async {
    let calls = Calls<Int>()
    let store = makeStore {
      $0.qrCodeClient.generateQRCode = { _ in
        if calls.next() == 1 { throw CancellationError() }
        throw QRCodeError.validationError("no")
      }
    }
    await store.send(.generateQRCode) { $0.isGenerating = true }
    await store.receive(.requestCancelled) { $0.isGenerating = false }
    await store.send(.generateQRCode) { $0.isGenerating = true }
    let error = UserFacingError.validation(title: "Please check what you entered", message: "no")
    await store.receive(.qrCodeGenerationFailed(error)) {
      $0.isGenerating = false
      $0.error = error
    }
    await store.send(.dismissError) { $0.error = nil }
  }

  @Test func `a renewed code is drawn from the answer, not from the code before`() async {
    let answer = Answer<QRCodeID>()
    let drawn = Calls<QRCodeID>()
    let store = makeStore {
      $0.userClient.refreshQRCodeID = { try await answer() }
      $0.qrCodeClient.generateQRCode = {
        drawn.note($0)
        return Sample.picture(of: $0)
      }
    }
    await store.send(.setRefreshAlertPresented(true)) { $0.isRefreshAlertPresented = true }
    await store.send(.refreshQRCode) {
      $0.isRefreshAlertPresented = false
      $0.isRefreshing = true
    }
    #expect(!store.state.hasQRCode)
    await store.send(.refreshQRCode)
    // The stream still has the record before.
    await store.send(.codeChanged("OTHER"))
    await store.send(.shareQRCode)
    answer.give(newCode)
    await store.receive(.refreshQRCodeResponse(.success(newCode))) { [newCode] in
      $0.isRefreshing = false
      $0.qrCodeID = newCode
      $0.isResetNoticePresented = true
    }
    await store.receive(.generateQRCode) { $0.isGenerating = true }
    await store.receive(.qrCodeGenerated(Sample.picture(of: newCode))) { [newCode] in
      $0.isGenerating = false
      $0.qrCodeImage = Sample.picture(of: newCode)
    }
    await store.send(.resetNoticeDismissed) { $0.isResetNoticePresented = false }
    #expect(drawn.all == [newCode])
  }

  @Test func `a failed renewal keeps the code and says why`() async {
    let store = makeStore { $0.userClient.refreshQRCodeID = { throw UserError.serverError("") } }
    await store.send(.refreshQRCode) { $0.isRefreshing = true }
    await store.receive(.refreshQRCodeResponse(.failure(.serverError))) {
      $0.isRefreshing = false
      $0.error = .serverError
    }
    #expect(store.state.hasQRCode)
  }

  @Test func `a code renewed elsewhere replaces the picture`() async {
    let store = makeStore()
    await store.send(.codeChanged(newCode)) { [newCode] in $0.qrCodeID = newCode }
    await store.receive(.generateQRCode) { $0.isGenerating = true }
    await store.receive(.qrCodeGenerated(Sample.picture(of: newCode))) { [newCode] in
      $0.isGenerating = false
      $0.qrCodeImage = Sample.picture(of: newCode)
    }
  }

  @Test func `a cancelled renewal keeps the code`() async {
    let store = makeStore { $0.userClient.refreshQRCodeID = { throw CancellationError() } }
    await store.send(.refreshQRCode) { $0.isRefreshing = true }
    await store.receive(.requestCancelled) { $0.isRefreshing = false }
  }

  @Test func `sharing opens above and closes again`() async {
    let store = makeStore()
    await store.send(.shareQRCode) { $0.share = .init(qrCodeID: Sample.code) }
    await store.send(.share(.presented(.doneButtonTapped)))
    await store.receive(.share(.presented(.delegate(.dismissed)))) {
      $0.share = nil
    }
  }

  @Test func `the close button asks the parent to close the page`() async {
    let store = makeStore()
    await store.send(.closeButtonTapped)
    await store.receive(.delegate(.dismissed))
  }
}

@Suite struct QRCodeShareFeatureTests {
  private func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<QRCodeShareFeature> {
    TestStore(initialState: QRCodeShareFeature.State(qrCodeID: Sample.code)) {
      QRCodeShareFeature()
    } withDependencies: {
      $0.qrCodeClient = .browser
      update(&$0)
    }
  }

  @Test func `appearing draws what is missing`() async {
    let store = makeStore()
    await store.send(.onAppear)
    await store.receive(.generateQRCode) { $0.isGenerating = true }
    await store.receive(.qrCodeGenerated(Sample.picture(of: Sample.code))) {
      $0.isGenerating = false
      $0.qrCodeImage = Sample.picture(of: Sample.code)
    }
    await store.send(.onAppear)
  }

  @Test(arguments: [QRCodeShareFeature.Outcome.shared, .linkCopied, .downloaded, .failed])
  func `the outcome of sharing shows until it is dismissed`(
    outcome: QRCodeShareFeature.Outcome
  ) async {
    let store = makeStore()
    await store.send(.shareFinished(outcome)) { $0.outcome = outcome }
    await store.send(.outcomeDismissed) { $0.outcome = nil }
  }

  @Test func `a failed drawing reports why, and done notifies the parent`() async {
    let store = makeStore {
      $0.qrCodeClient.generateQRCode = { _ in throw QRCodeError.serverError("") }
    }
    await store.send(.generateQRCode) { $0.isGenerating = true }
    await store.receive(.qrCodeGenerationFailed(.serverError)) {
      $0.isGenerating = false
      $0.error = .serverError
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.doneButtonTapped)
    await store.receive(.delegate(.dismissed))
  }
}
