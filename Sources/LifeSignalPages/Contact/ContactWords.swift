import ComposableHTML
import LifeSignalModel

extension ContactData {
  /// The form of a name within a sentence: its first word.
  var firstName: String {
    name.split(separator: " ").first.map(String.init) ?? name
  }
}

/// A number to call, where there is one and a call is safe. Not a button: the phone does it.
struct CallLink: HTML {
  let contact: ContactData

  var body: some HTML {
    if !contact.phoneNumber.isEmpty, contact.duressAlert == nil {
      a(
        id: "call-\(contact.id)", .href("tel:\(contact.phoneNumber)"),
        .class("button quiet small")
      ) {
        Icon(.phone, .small)
        "Call \(contact.firstName)"
      }
    }
  }
}
