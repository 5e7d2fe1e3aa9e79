import Crypto
import Foundation
import LifeSignalModel

extension TimelineEntry {
  /// SHA-256(previous hash ‖ encoding), computed from the entry's content.
  var computedHash: Data {
    var hash = SHA256()
    hash.update(data: previousHash)
    hash.update(data: encoding)
    return Data(hash.finalize())
  }
}

extension TimelineDraft {
  /// The next entry of a chain that ends with `head`.
  func entry(of person: Person.ID, after head: TimelineHead) -> TimelineEntry {
    var entry = TimelineEntry(
      person: person, sequence: head.sequence + 1, at: at.storable, kind: kind, alert: alert,
      other: other, details: details, previousHash: head.hash)
    entry.hash = entry.computedHash
    return entry
  }
}
