public import Foundation
import Synchronization

/// A value kept in a file, as JSON unless said otherwise.
public struct FileStorageKey<Value: Codable & Sendable>: SharedKey, CustomStringConvertible {
  public struct ID: Hashable, Sendable {
    let storage: ObjectIdentifier
    let url: URL
  }

  private let url: URL
  private let storage: FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  private let damage = Damage()

  /// A file in a format of one's own.
  ///
  /// - Parameters:
  ///   - url: where the file is, or is going to be.
  ///   - decode: throws if the file is invalid; the file is then kept aside before it is replaced.
  ///   - encode: the whole contents of the file.
  public init(
    _ url: URL,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    self.url = url.standardizedFileURL
    self.decode = decode
    self.encode = encode
    let values = DependencyValues.current
    let isInStore = SharedMemory.current != nil
    // Outside any store nothing separates one test from the next.
    storage = isInStore || values.context != .test ? values.defaultFileStorage : .inMemory()
  }

  public var id: ID { ID(storage: storage.identity, url: url) }
  public var description: String { url.path }

  public func load() throws -> Value? {
    let data: Data?
    do {
      data = try storage.contents(of: url)
    } catch {
      damage.isPresent = true
      throw SharedFileError(problem: .unreadable, url: url, underlying: error)
    }
    guard let data else {
      damage.isPresent = false
      return nil
    }
    do {
      let value = try decode(data)
      damage.isPresent = false
      return value
    } catch {
      damage.isPresent = true
      throw SharedFileError(problem: .undecodable, url: url, underlying: error)
    }
  }

  public func save(_ value: Value) async throws {
    if damage.isPresent {
      do {
        _ = try storage.keepAside(url)
      } catch {
        throw SharedFileError(problem: .notKeptAside, url: url, underlying: error)
      }
      damage.isPresent = false
    }
    do {
      try await storage.write(try encode(value), to: url)
    } catch {
      throw SharedFileError(problem: .notWritten, url: url, underlying: error)
    }
  }
}

/// Whether the file holds something that could not be read, and that must not be lost.
private final class Damage: Sendable {
  private let flag = Atomic(false)

  var isPresent: Bool {
    get { flag.load(ordering: .acquiring) }
    set { flag.store(newValue, ordering: .releasing) }
  }
}

extension SharedKey {
  /// In a file, as JSON with sorted keys.
  ///
  /// Read on first use and by `load()`; changes by other processes are not noticed. Written shortly
  /// after each change, never half: a new file replaces the old one. A file that cannot be read or
  /// decoded is reported and stays where it is; the first save keeps it aside as `name.unreadable`,
  /// or fails.
  public static func fileStorage<Value: Codable>(
    _ url: URL
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url,
      decode: { try JSONDecoder().decode(Value.self, from: $0) },
      encode: { value in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
      })
  }
}

/// Why a shared value's file could not be used.
public struct SharedFileError: Error, CustomStringConvertible {
  public enum Problem: String, Sendable {
    /// There is a file, but the system would not give its contents.
    case unreadable
    /// The contents are not a value of the expected type. The file has not been touched.
    case undecodable
    /// A file that could not be read could not be kept aside either. It has not been touched.
    case notKeptAside
    /// The file still has its former contents.
    case notWritten
  }

  public let problem: Problem
  public let url: URL
  public let underlying: any Error

  public var description: String {
    switch problem {
    case .unreadable: "\(url.path) is not readable (\(underlying))."
    case .undecodable: "\(url.path) does not contain what is expected of it (\(underlying))."
    case .notKeptAside: "\(url.path) is damaged and could not be kept aside (\(underlying))."
    case .notWritten: "\(url.path) could not be written (\(underlying))."
    }
  }
}
