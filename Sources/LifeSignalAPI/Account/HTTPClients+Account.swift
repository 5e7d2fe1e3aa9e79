import Foundation
public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var storage: StorageClient {
    StorageClient(
      uploadImage: { try await setPicture($0) },
      downloadImage: { url in
        try await connection.call(
          APITable.getPicture, PictureReference(id: Picture.ID(rawValue: url.lastPathComponent)))
      })
  }

  public var activity: ActivityClient {
    ActivityClient(getActivity: { before, limit in
      try await connection.call(
        APITable.getActivity, ActivityRequest(before: before, limit: APINumber(limit)))
    })
  }

  @Sendable func setPicture(_ image: ImageData) async throws -> URL {
    try await connection.call(APITable.setPicture, image).url
  }
}
