import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The sheets that a list of people opens: a person's details, entering a code, sending a request.
struct ContactSheets: HTML {
  let details: ContactDetailsSheetViewFeature.State?
  let scanner: QRScannerFeature.State?
  let addContact: AddContactFeature.State?
  /// Where the sheets stand; part of their ids.
  let list: String
  let now: Date
  let viewer: Person.ID?
  let sendDetails: ActionSender<ContactDetailsSheetViewFeature.Action>
  let sendScanner: ActionSender<QRScannerFeature.Action>
  let sendAddContact: ActionSender<AddContactFeature.Action>

  init(
    details: ContactDetailsSheetViewFeature.State?, scanner: QRScannerFeature.State?,
    addContact: AddContactFeature.State?, list: String, now: Date,
    viewer: Person.ID?,
    details sendDetails: ActionSender<ContactDetailsSheetViewFeature.Action>,
    scanner sendScanner: ActionSender<QRScannerFeature.Action>,
    addContact sendAddContact: ActionSender<AddContactFeature.Action>
  ) {
    self.details = details
    self.scanner = scanner
    self.addContact = addContact
    self.list = list
    self.now = now
    self.viewer = viewer
    self.sendDetails = sendDetails
    self.sendScanner = sendScanner
    self.sendAddContact = sendAddContact
  }

  var body: some HTML {
    if let details, details.isSheetPresented {
      ContactDetailsPage(state: details, now: now, viewer: viewer, send: sendDetails)
    }
    if let scanner, scanner.isSheetPresented {
      ScannerPage(state: scanner, send: sendScanner)
    }
    if let addContact, addContact.isSheetPresented {
      AddContactPage(state: addContact, send: sendAddContact)
    }
  }
}
