import ComposableHTML
import Foundation
import LifeSignalModel

extension Attribute {
  /// Whom the page belongs to, for `offline.js`: what is kept on a device is kept for one person.
  static func remembered(_ person: Person.ID?) -> Attribute {
    when(person != nil, .data("person", person?.rawValue ?? ""))
  }

  /// An instant the device shall know when the server cannot be asked.
  static func remembered(_ name: StaticString, _ date: Date?) -> Attribute {
    when(date != nil, .data(name, Int(clamping: (date ?? .distantPast).milliseconds)))
  }
}
