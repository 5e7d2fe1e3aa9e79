import ComposableHTML
import LifeSignalModel

/// A phone number to read: from left to right in every language, and on one line.
struct PhoneText: HTML {
  let number: String

  init(_ number: String) { self.number = number }

  var body: some HTML { span(.class("number"), .dir(.leftToRight)) { number } }
}

/// A stored number as its reader writes it: with the country code unless that is their own.
struct StoredPhoneText: HTML {
  let e164: String

  var body: some HTML { PhoneText(shown) }

  var shown: String {
    guard let number = PhoneNumber(e164: e164) else { return e164 }
    return Reader.region.map { number.display(in: $0) } ?? number.display
  }
}
