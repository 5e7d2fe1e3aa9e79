import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// The contact's sheet, the add sheet and the scanner over the list of dependents.
@Suite struct DependentsSheetsTests: DependentsSuite {
  @Test func `the sheet's requests become the list's`() async {
    let store = makeStore([pinged], { _ in }) { $0.pingClient.clearPing = { _ in } }
    await store.send(.selectContact(pinged)) {
      $0.contactDetails = .init(
        contact: pinged, isSheetPresented: true, originalList: .dependents)
    }
    await store.receive(.contactDetails(.presented(.onAppear)))
    await store.receive(.contactDetails(.presented(.requestCancelled)))
    await store.send(.contactDetails(.presented(.pingButtonTapped))) {
      $0.contactDetails?.activeAlert = .pingConfirmation
    }
    await store.send(.contactDetails(.presented(.confirmClearPing))) {
      $0.contactDetails?.activeAlert = nil
    }
    await store.receive(.contactDetails(.presented(.delegate(.clearPing(id: "21")))))
    await store.receive(.ping(.clearPing(id: "21"))) {
      $0.pendingPings = .init([.clear("21"): "3"])
    }
    await store.receive(.ping(.clearPingSucceeded("21")))
    await store.receive(.ping(.requestEnded(.clear("21")))) { $0.pendingPings = .init() }
  }

  @Test func `removing from the sheet closes it`() async {
    let store = makeStore([pinged], { _ in }) { $0.contactClient.removeContact = { _ in } }
    await store.send(.selectContact(pinged)) {
      $0.contactDetails = .init(
        contact: pinged, isSheetPresented: true, originalList: .dependents)
    }
    await store.receive(.contactDetails(.presented(.onAppear)))
    await store.receive(.contactDetails(.presented(.requestCancelled)))
    await store.send(.contactDetails(.presented(.removeContactButtonTapped))) {
      $0.contactDetails?.activeAlert = .delete
    }
    await store.send(.contactDetails(.presented(.confirmRemove))) {
      $0.contactDetails?.activeAlert = nil
      $0.contactDetails?.isRemoving = true
    }
    await store.receive(.contactDetails(.presented(.delegate(.removeContact(id: "3")))))
    await store.receive(.contacts(.deleteContact(id: "3"))) {
      $0.contacts.pendingRequests = ["3"]
      $0.contactDetails?.isLoading = true
    }
    await store.receive(.contacts(.contactDeleted("3")))
    await store.receive(.contactDetails(.presented(.removed)))
    await store.receive(.contactDetails(.presented(.setSheetPresented(false)))) {
      $0.contactDetails = nil
    }
    await store.receive(.contacts(.requestEnded("3"))) { $0.contacts.pendingRequests = [] }
  }

  @Test func `a sheet shows what the stream brings also while a removal waits or was called off`()
    async
  {
    let answer = Answer<Empty>()
    let store = makeStore([pinged], { _ in }) {
      $0.contactClient.removeContact = { _ in _ = try await answer() }
    }
    store.exhaustivity = .off
    await store.send(.selectContact(pinged))
    await store.send(.contactDetails(.presented(.confirmRemove)))
    await store.receive(.contacts(.deleteContact(id: "3")))
    let late = pinged.with { $0.isNonResponsive = true }
    await store.send(.contacts(.contactsUpdated([late])))
    #expect(store.state.contactDetails?.contact == late)
    answer.fail(CancellationError())
    await store.receive(.contactDetails(.presented(.changeDropped)))
    #expect(store.state.contactDetails?.isRemoving == false)
    await store.finish()
  }

  @Test
  func `while a change of the contact is saved its sheet asks for no other, and loses no note`()
    async
  {
    let answer = Answer<ContactData>()
    let store = makeStore([pinged], { _ in }) {
      $0.contactClient.updateContactSwitches = { _, _ in try await answer() }
    }
    store.exhaustivity = .off
    await store.send(.selectContact(pinged))
    await store.send(.contactDetails(.presented(.editPrivateFieldsTapped)))
    await store.send(.contactDetails(.presented(.setEditingNickname("Jo"))))
    await store.send(.contactDetails(.presented(.toggleSwitch(.sendPings))))
    await store.receive(\.contacts.updateSwitches)
    #expect(store.state.contactDetails?.isLoading == true)
    await store.send(.contactDetails(.presented(.savePrivateFields)))
    await store.send(.contactDetails(.presented(.confirmRemove)))
    #expect(store.state.contactDetails?.isEditingPrivateFields == true)
    #expect(store.state.contactDetails?.isRemoving == false)
    answer.give(pinged)
    await store.receive(.contacts(.requestEnded("3")))
    #expect(store.state.contactDetails?.isLoading == false)
    await store.finish()
  }

  @Test func `notes saved elsewhere while the nickname is edited are kept`() async {
    let store = makeStore([pinged], { _ in }) {
      $0.contactClient.updateContactPrivateFields = { _, _ in }
    }
    store.exhaustivity = .off
    await store.send(.selectContact(pinged))
    await store.send(.contactDetails(.presented(.editPrivateFieldsTapped)))
    let elsewhere = pinged.with { $0.notes = "has a spare key" }
    await store.send(.contacts(.contactsUpdated([elsewhere])))
    #expect(store.state.contactDetails?.canSavePrivateFields == false, "nothing was typed")
    await store.send(.contactDetails(.presented(.setEditingNickname("Ossi"))))
    await store.send(.contactDetails(.presented(.savePrivateFields)))
    let fields = Edit(
      PrivateFields(nickname: "Ossi", notes: "has a spare key"),
      seen: PrivateFields(notes: "has a spare key"))
    await store.receive(.contacts(.updatePrivateFields(id: "3", fields: fields)))
    await store.finish()
  }

  @Test func `a refused change is shown on its contact's sheet alone`() async {
    let answer = Answer<Empty>()
    let store = makeStore([pinged, Sample.responder], { _ in }) {
      $0.contactClient.removeContact = { _ in _ = try await answer() }
    }
    store.exhaustivity = .off
    await store.send(.contacts(.deleteContact(id: "2")))
    await store.send(.selectContact(pinged))
    answer.fail(ContactError.networkError(""))
    await store.receive(.contacts(.requestEnded("2")))
    #expect(store.state.error == .networkError)
    #expect(store.state.contactDetails?.error == nil)
    await store.finish()
  }

  @Test func `an open sheet shows what the stream brings`() async {
    let late = Sample.dependent.with { $0.isNonResponsive = true }
    let store = makeStore([Sample.dependent])
    await store.send(.selectContact(Sample.dependent)) {
      $0.contactDetails = .init(
        contact: Sample.dependent, isSheetPresented: true, originalList: .dependents)
    }
    await store.receive(.contactDetails(.presented(.onAppear)))
    await store.receive(.contactDetails(.presented(.requestCancelled)))
    await store.send(.contacts(.contactsUpdated([late]))) {
      $0.contacts.contacts = [late]
      $0.contactDetails?.contact = late
    }
    await store.send(.contacts(.contactsUpdated([]))) {
      $0.contacts.contacts = []
      $0.contactDetails?.contact = nil
    }
  }

  @Test func `a contact added here is requested as a dependent, and the sheet closes`() async {
    let store = makeStore([]) {
      $0.qrScanner = .init(isSheetPresented: true)
    } _: {
      $0.contactClient.getContactInfo = { _ in throw ContactError.notFoundError("") }
    }
    await store.send(.qrScanner(.presented(.qrCodeScanned(Sample.code)))) {
      $0.qrScanner = nil
      $0.addContact = .init(isSheetPresented: true, isDependent: true)
    }
    await store.receive(.addContact(.presented(.updateQRCode(Sample.code)))) {
      $0.addContact?.qrCode = Sample.code
    }
    await store.receive(.addContact(.presented(.lookupUserByQRCode))) {
      $0.addContact?.isLoading = true
    }
    await store.receive(
      .addContact(.presented(.lookupUserByQRCodeResponse(.failure(.dataNotFound))))
    ) {
      $0.addContact?.isLoading = false
      $0.addContact?.error = .validation(
        title: "No one has this code", message: "No LifeSignal user found for this QR code.")
    }
    await store.send(.addContact(.presented(.contactAdded(false, true)))) { $0.addContact = nil }
  }

  @Test func `a link leads to the add sheet, as dependent, and the scanner closes again`() async {
    let store = makeStore([], { _ in }) {
      $0.contactClient.getContactInfo = { _ in throw CancellationError() }
      $0.qrCodeClient = .browser
    }
    await store.send(.showQRScanner) { $0.qrScanner = .init(isSheetPresented: true) }
    await store.receive(.qrScanner(.presented(.onAppear)))
    await store.receive(.qrScanner(.presented(.initializeCamera))) {
      $0.qrScanner?.cameraAttempt = 1
    }
    await store.send(.qrScanner(.presented(.cancelButtonTapped))) { $0.qrScanner = .init() }
    await store.receive(.qrScanner(.presented(.delegate(.dismissed)))) { $0.qrScanner = nil }
    await store.send(.codeReceived(Sample.code)) {
      $0.addContact = .init(isSheetPresented: true, isDependent: true)
    }
    await store.receive(.addContact(.presented(.updateQRCode(Sample.code)))) {
      $0.addContact?.qrCode = Sample.code
    }
    await store.receive(.addContact(.presented(.lookupUserByQRCode))) {
      $0.addContact?.isLoading = true
    }
    await store.receive(.addContact(.presented(.requestCancelled))) {
      $0.addContact?.isLoading = false
    }
    await store.send(.addContact(.presented(.dismiss))) { $0.addContact = .init() }
    await store.receive(.addContact(.presented(.delegate(.dismissed)))) { $0.addContact = nil }
  }

  @Test func `a list left while it loads and found again loads once`() async {
    let answer = Answer<[ContactData]>()
    let calls = Calls<Int>()
    let store = makeStore {
      $0.contacts.hasLoaded = false
      $0.hasLoadedSortOption = true
    } _: {
      $0.contactClient.getContacts = {
        _ = calls.next()
        return try await answer()
      }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.contacts(.loadContacts))
    await store.send(.onAppear)
    answer.give([Sample.dependent])
    await store.receive(.contacts(.contactsLoaded([Sample.dependent]))) {
      $0.contacts.hasLoaded = true
      $0.contacts.contacts = [Sample.dependent]
      $0.isLoading = false
    }
    #expect(calls.count == 1)
    await store.send(.setError(.networkError)) { $0.error = .networkError }
    await store.send(.setError(nil)) { $0.error = nil }
  }
}
