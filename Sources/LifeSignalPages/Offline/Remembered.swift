import ComposableHTML
import Foundation
import LifeSignalModel

extension Attribute {
  /// The page's owner, for `offline.js`: a device keeps its data for one person.
  static func remembered(_ person: Person.ID?) -> Attribute {
    when(person != nil, .data("person", person?.rawValue ?? ""))
  }

  /// An instant for the device to know while the server cannot be reached.
  static func remembered(_ name: StaticString, _ date: Date?) -> Attribute {
    when(date != nil, .data(name, Int(clamping: (date ?? .distantPast).milliseconds)))
  }
}
