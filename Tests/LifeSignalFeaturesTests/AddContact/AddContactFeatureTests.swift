import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AddContactFeatureTests {
  private let info = ContactInfo(
    id: "2", firstName: "John", lastName: "Doe", phoneNumber: "+1 •••-•••-••67")

  private func makeStore(
    _ change: (inout AddContactFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AddContactFeature> {
    var state = AddContactFeature.State(isSheetPresented: true)
    change(&state)
    return TestStore(initialState: state) {
      AddContactFeature()
    } withDependencies: {
      update(&$0)
    }
  }

  private func known(_ state: inout AddContactFeature.State) {
    state.qrCode = Sample.code
    state.contactID = "2"
    state.name = "John Doe"
    state.isResponder = true
  }

  @Test func `a code clears what was known and looks its owner up`() async {
    let store = makeStore(known) { [info] in
      $0.contactClient.getContactInfo = { code in
        #expect(code == Sample.code)
        return info
      }
    }
    await store.send(.updateQRCode(Sample.code)) {
      $0.contactID = nil
      $0.name = ""
    }
    await store.receive(.lookupUserByQRCode) { $0.isLoading = true }
    await store.receive(.lookupUserByQRCodeResponse(.success(info))) {
      $0.isLoading = false
      $0.contactID = "2"
      $0.name = "John Doe"
      $0.firstName = "John"
      $0.lastName = "Doe"
      $0.phoneNumber = "+1 •••-•••-••67"
    }
    #expect(store.state.canAdd)
  }

  @Test func `a second code replaces the look-up of the first`() async {
    let (first, second) = (Answer<ContactInfo>(), Answer<ContactInfo>())
    let store = makeStore { _ in
    } _: {
      $0.contactClient.getContactInfo = { try await $0 == Sample.code ? first() : second() }
    }
    await store.send(.updateQRCode(Sample.code)) { $0.qrCode = Sample.code }
    await store.receive(.lookupUserByQRCode) { $0.isLoading = true }
    await store.send(.updateQRCode("OTHER")) {
      $0.qrCode = "OTHER"
      $0.isLoading = false
    }
    await store.receive(.lookupUserByQRCode) { $0.isLoading = true }
    first.fail(ContactError.serverError(""))
    second.give(info)
    await store.receive(.lookupUserByQRCodeResponse(.success(info))) {
      $0.isLoading = false
      $0.contactID = "2"
      $0.name = "John Doe"
      $0.firstName = "John"
      $0.lastName = "Doe"
      $0.phoneNumber = "+1 •••-•••-••67"
    }
    await store.finish()
  }

  @Test func `without a role no request is sent`() async {
    let store = makeStore {
      known(&$0)
      $0.isResponder = false
    }
    #expect(store.state.needsRole)
    await store.send(.addContact)
    await store.send(.updateIsDependent(true)) { $0.isDependent = true }
    #expect(store.state.canAdd)
  }

  @Test func `asking happens once and tells the parent the roles`() async {
    let calls = Calls<String>()
    let store = makeStore(known) {
      $0.contactClient.addContact = { code, isResponder, isDependent in
        calls.note("\(code) \(isResponder) \(isDependent)")
        return ContactData(
          id: "2", name: "John Doe", relation: .requestedByMe, isResponder: isResponder,
          isDependent: isDependent)
      }
    }
    await store.send(.addContact) { $0.isLoading = true }
    await store.send(.addContact)
    await store.receive(\.addContactResponse) { $0.isLoading = false }
    await store.receive(.contactAdded(true, false))
    #expect(calls.all == ["\(Sample.code) true false"])
  }

  @Test func `a refusal says why; called off says nothing`() async {
    let calls = Calls<Int>()
    let store = makeStore(known) {
      $0.contactClient.addContact = { _, _, _ in
        if calls.next() == 1 { throw CancellationError() }
        throw Refusal.alreadyRelated
      }
    }
    await store.send(.addContact) { $0.isLoading = true }
    await store.receive(.requestCancelled) { $0.isLoading = false }
    await store.send(.addContact) { $0.isLoading = true }
    let error = UserFacingError.alreadyExists("This user is already in your contacts.")
    await store.receive(.addContactResponse(.failure(error))) {
      $0.isLoading = false
      $0.error = error
    }
  }

  @Test func `closing forgets everything and an answer on its way`() async {
    let answer = Answer<ContactData>()
    let store = makeStore(known) {
      $0.contactClient.addContact = { _, _, _ in try await answer() }
    }
    await store.send(.addContact) { $0.isLoading = true }
    await store.send(.dismiss) { $0 = AddContactFeature.State() }
    await store.receive(.delegate(.dismissed))
    answer.give(Sample.responder)
    await store.finish()
  }

  @Test(arguments: [
    (
      Refusal.qrCodeUnknown,
      UserFacingError.validation(
        title: "No one has this code", message: "No LifeSignal user found for this QR code.")
    ),
    (
      .qrCodeReplaced,
      .validation(
        title: "Code replaced",
        message: "This code has been replaced. Ask them for their new one.")
    ),
    (
      .cannotAddYourself,
      .validation(
        title: "Please check what you entered", message: "Cannot add yourself as a contact.")
    ),
    (.alreadyRelated, .alreadyExists("This user is already in your contacts.")),
    (
      .alreadyAsked,
      .alreadyExists("You have already asked this person. They have not answered yet.")
    ),
    (
      .askedByThem,
      .alreadyExists("This person has already asked you. Answer their request in your list.")
    ),
    (.tooManyRequests(retryAfter: 3), .rateLimited),
  ])
  func `a code that leads nowhere says why in its own words`(
    refusal: Refusal, error: UserFacingError
  ) async {
    let store = makeStore { _ in
    } _: {
      $0.contactClient.getContactInfo = { _ in throw refusal }
    }
    await store.send(.updateQRCode(Sample.code)) { $0.qrCode = Sample.code }
    await store.receive(.lookupUserByQRCode) { $0.isLoading = true }
    await store.receive(.lookupUserByQRCodeResponse(.failure(refusal.userFacingError))) {
      $0.isLoading = false
      $0.error = error
    }
    #expect(!store.state.canAdd)
    await store.send(.setError(nil)) { $0.error = nil }
  }

  @Test func `a look-up that failed can be repeated`() async {
    let calls = Calls<Int>()
    let store = makeStore { _ in
    } _: { [info] in
      $0.contactClient.getContactInfo = { _ in
        if calls.next() == 1 { throw ContactError.serverError("") }
        return info
      }
    }
    let failed = UserFacingError.operationFailed("We couldn’t look up this code.")
    await store.send(.updateQRCode(Sample.code)) { $0.qrCode = Sample.code }
    await store.receive(.lookupUserByQRCode) { $0.isLoading = true }
    await store.receive(.lookupUserByQRCodeResponse(.failure(.serverError))) {
      $0.isLoading = false
      $0.error = failed
    }
    #expect(failed.isRetryable)
    await store.send(.lookupUserByQRCode) {
      $0.isLoading = true
      $0.error = nil
    }
    await store.receive(.lookupUserByQRCodeResponse(.success(info))) {
      $0.isLoading = false
      $0.contactID = "2"
      $0.name = "John Doe"
      $0.firstName = "John"
      $0.lastName = "Doe"
      $0.phoneNumber = "+1 •••-•••-••67"
    }
  }

  @Test func `a role chosen without a look-up adds no contact`() async {
    let store = makeStore()
    await store.send(.updateIsResponder(true)) { $0.isResponder = true }
    #expect(!store.state.canAdd)
    await store.send(.addContact)
  }

  @Test func `a new contact is reported with the roles the server stored`() async {
    let asked = ContactData(
      id: "2", name: "John Doe", relation: .requestedByMe, isResponder: false, isDependent: true)
    let store = makeStore(known) { $0.contactClient.addContact = { _, _, _ in asked } }
    await store.send(.addContact) { $0.isLoading = true }
    await store.receive(.addContactResponse(.success(asked))) { $0.isLoading = false }
    await store.receive(.contactAdded(false, true))
  }

  @Test func `closing the sheet cancels its look-up and clears its state`() async {
    let answer = Answer<ContactInfo>()
    let store = makeStore { _ in
    } _: {
      $0.contactClient.getContactInfo = { _ in try await answer() }
    }
    await store.send(.updateQRCode(Sample.code)) { $0.qrCode = Sample.code }
    await store.receive(.lookupUserByQRCode) { $0.isLoading = true }
    await store.send(.dismiss) { $0 = AddContactFeature.State() }
    await store.receive(.delegate(.dismissed))
    await store.finish()
    #expect(answer.cancellations == 1)
    await store.send(.lookupUserByQRCode)
  }
}
