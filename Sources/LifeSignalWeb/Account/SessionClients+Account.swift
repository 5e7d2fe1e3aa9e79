import Foundation
import LifeSignalEngine
package import LifeSignalFeatures
import LifeSignalModel

/// The person's account as a whole: picture, settings, log, export, deletion.
extension SessionClients {
  var storage: StorageClient {
    StorageClient(
      uploadImage: { image in try await answering { try await setPicture(image) } },
      downloadImage: { url in
        try await answering {
          let id = Picture.ID(rawValue: url.lastPathComponent)
          guard let picture = try await engine.picture(id, for: person()) else {
            throw StorageError.notFoundError("picture")
          }
          return ImageData(bytes: picture.bytes, mimeType: picture.kind.rawValue)
        }
      })
  }

  package var activity: ActivityClient {
    ActivityClient { before, limit in
      try await answering {
        try await engine.activity(
          of: person(), before: before, limit: min(max(limit, 1), 100))
      }
    }
  }

  @Sendable func setPicture(_ image: ImageData) async throws -> URL {
    let id = try await proving { try await engine.setPicture(image, by: actor()) }
    guard let url = id.url else { throw UnexpectedOutcome() }
    return url
  }

  @Sendable func updatePhoneNumber(
    _ code: String, _ verificationID: String, _ region: Region
  ) async throws -> String {
    let outcome = try await outcome(
      of: .updatePhoneNumber(OneTimeCode.ID(rawValue: verificationID), code: code))
    guard case .phoneNumber(let number) = outcome else { throw UnexpectedOutcome() }
    return number
  }

  @Sendable func sendDeletionCode() async throws -> String {
    let outcome = try await outcome(of: .requestDeletionCode(network: session.network))
    guard case .codeSent(let id, _) = outcome else { throw UnexpectedOutcome() }
    return id.rawValue
  }

  func export() async throws -> AccountExport {
    try await proving {
      try await engine.export(of: person(), in: isProgram ? nil : currentSession())
    }
  }

  /// Also this browser's session is gone by then: its page becomes a visitor's.
  @Sendable func deleteAccount(_ code: String, _ verificationID: String) async throws {
    try await perform(.deleteAccount(OneTimeCode.ID(rawValue: verificationID), code: code))
    session.become(.visitor)
  }
}
