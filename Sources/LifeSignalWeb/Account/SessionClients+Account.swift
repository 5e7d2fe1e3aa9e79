import Foundation
import LifeSignalEngine
package import LifeSignalFeatures
import LifeSignalModel

/// The person's account as a whole: picture, log, export.
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

  func export() async throws -> AccountExport {
    try await proving(.export) {
      try await engine.export(of: person(), in: isProgram ? nil : currentSession())
    }
  }
}
