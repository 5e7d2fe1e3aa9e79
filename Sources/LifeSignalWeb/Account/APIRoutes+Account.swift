import Foundation
import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

/// A person's account as a whole.
extension APIRoutes {
  func account(_ table: APIAnswers) {
    table.answer(APITable.setPicture) { call, input in
      PictureAnswer(url: try await call.clients.storage.uploadImage(input))
    }
    table.answer(APITable.getPicture) { call, input in
      try await call.clients.picture(input.id)
    }
    table.answer(APITable.getActivity) { call, input in
      try await call.clients.activity.getActivity(input.before, input.limit.value)
    }
    table.answer(APITable.exportData) { call, _ in
      try await answering { try await call.clients.export() }
    }
  }
}

extension SessionClients {
  fileprivate func picture(_ id: Picture.ID) async throws -> ImageData {
    try await answering {
      guard let picture = try await engine.picture(id, for: person()) else {
        throw Problem(.notFound)
      }
      return ImageData(bytes: picture.bytes, mimeType: picture.kind.rawValue)
    }
  }
}
