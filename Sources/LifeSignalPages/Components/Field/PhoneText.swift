import ComposableHTML

/// A phone number to read: from left to right in every language, and on one line.
struct PhoneText: HTML {
  let number: String

  init(_ number: String) { self.number = number }

  var body: some HTML { span(.class("number"), .dir(.leftToRight)) { number } }
}
