import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalModel
import Logging
import NIOCore

extension QueuedAct {
  /// - Throws: 400 for a body that is none of this.
  init(_ body: ByteBuffer, isJSON: Bool) throws {
    let act =
      isJSON
      ? try ForeignForm.json(Self.self, body) : try ForeignForm.urlEncoded(Self.self, body)
    guard act.isValid else { throw HTTPError(.badRequest) }
    self = act
  }

  /// Logs it when the device's clock cannot have been right.
  func report(to logger: Logger, now: Date) {
    guard hasImpossibleTime(now: now) else { return }
    logger.warning("a device sent a kept act whose time cannot be right")
  }

  /// - Throws: 409 when the action belongs to another person.
  func require(_ actor: Person.ID) throws {
    if let person, person != "\(actor)" { throw HTTPError(.conflict) }
  }
}
