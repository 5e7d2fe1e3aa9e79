public import Composable
public import Foundation
public import LifeSignalModel

/// Where the signed-in person's picture is kept. JPEG or PNG, at most 5 MB and 1,024 × 1,024.
@DependencyClient
public struct StorageClient: Sendable {
  /// Stores the picture as the signed-in person's and returns its address, new with every picture.
  public var uploadImage: @Sendable (ImageData) async throws -> URL
  /// A picture the person may see: their own or an accepted contact's.
  public var downloadImage: @Sendable (URL) async throws -> ImageData
}

extension StorageClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = StorageClient()
}

extension DependencyValues {
  public var storageClient: StorageClient {
    get { self[StorageClient.self] }
    set { self[StorageClient.self] = newValue }
  }
}

public typealias StorageError = ClientError<StorageClient>
