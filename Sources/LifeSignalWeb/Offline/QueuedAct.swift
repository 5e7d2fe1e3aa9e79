import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel

/// What a device kept while it had no connection, as it sends it.
struct QueuedAct: Decodable {
  /// Chosen by the page or the device for this one act, 1–64 bytes.
  var key: String
  /// When it was made by the device's clock, in milliseconds since 1970.
  var at: Int64?
  /// The device's clock when it was sent.
  var sentAt: Int64?
  /// Who made it. On a device that others use too it must not count for whoever is signed in now.
  var person: String?

  /// - Throws: 400 for a body that is none of this.
  init(_ body: Data) throws {
    guard let act = try? JSONDecoder().decode(Self.self, from: body), act.isValid else {
      throw HTTPError(.badRequest)
    }
    self = act
  }

  init(form: String) throws {
    guard let act = try? URLEncodedFormDecoder().decode(Self.self, from: form), act.isValid else {
      throw HTTPError(.badRequest)
    }
    self = act
  }

  private var isValid: Bool { (1...64).contains(key.utf8.count) }

  /// When it was made by the server's clock, nil when it did not wait.
  ///
  /// A device whose clock is wrong still knows how long ago it was.
  func made(now: Date) -> Date? {
    guard let at else { return nil }
    guard let sentAt, sentAt >= at else { return Date(timeIntervalSince1970: Double(at) / 1000) }
    return now - (Double(sentAt) - Double(at)) / 1000
  }

  /// - Throws: 409 when it is somebody else's.
  func require(_ actor: Person.ID) throws {
    if let person, person != "\(actor)" { throw HTTPError(.conflict) }
  }
}
