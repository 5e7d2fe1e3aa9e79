public import Composable
public import Foundation
import Synchronization

/// The documents that are open in this process: one root store each.
///
/// A document that has closed itself is put away, and its timer ends. May be used from any thread.
public final class OpenDocuments: Sendable {
  public typealias Document = StoreOf<TimerDocument>

  private let prepare: @Sendable (inout DependencyValues) -> Void
  private let contents = Mutex(Contents())

  private struct Contents {
    var entries: [Entry] = []
    var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
  }

  private struct Entry {
    let id: UUID
    let url: URL
    let document: Document
    var observation: StoreObservation?
  }

  /// - Parameter prepare: the dependencies of every document: its files, its clock, its ids.
  public init(
    withDependencies prepare: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) {
    self.prepare = prepare
  }

  /// All of them, in the order in which they were opened.
  public var all: [Document] { contents.withLock { $0.entries.map(\.document) } }

  public subscript(id: UUID) -> Document? {
    contents.withLock { contents in contents.entries.first { $0.id == id }?.document }
  }

  /// Opens a document; one that is open already is given once more, with its timer as it is.
  public func open(_ url: URL) throws(TimerFileProblem) -> Document {
    let url = url.standardizedFileURL.resolvingSymlinksInPath()
    if let document = find(url) { return document }
    let file: TimerFile
    do {
      file = try dependencies.timerFiles.read(url)
    } catch {
      throw error as? TimerFileProblem ?? .unreadable
    }
    return add(file, at: url)
  }

  /// Writes a new document into a folder and opens it.
  public func create(
    _ timer: LonelyTimer.State, in folder: URL
  ) throws(TimerFileProblem) -> Document {
    do {
      return try open(dependencies.timerFiles.create(TimerFile(timer), folder))
    } catch {
      throw error as? TimerFileProblem ?? .unwritable
    }
  }

  /// The timer documents in a folder, open or not, by name.
  public func files(in folder: URL) throws(TimerFileProblem) -> [URL] {
    do {
      return try dependencies.timerFiles.list(folder)
    } catch {
      throw error as? TimerFileProblem ?? .unreadable
    }
  }

  /// The document of a file, if it is open.
  public func find(_ url: URL) -> Document? {
    let url = url.standardizedFileURL.resolvingSymlinksInPath()
    return contents.withLock { contents in contents.entries.first { $0.url == url }?.document }
  }

  /// Yields once now and after whatever happens in or to a document. Only the newest waits.
  public var changes: AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    contents.withLock { $0.listeners[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      _ = self?.contents.withLock { $0.listeners.removeValue(forKey: id) }
    }
    continuation.yield()
    return stream
  }

  private var dependencies: DependencyValues {
    withDependencies(prepare) { DependencyValues.current }
  }

  private func add(_ file: TimerFile, at url: URL) -> Document {
    let id = dependencies.uuid()
    let document = Document(initialState: TimerDocument.State(id: id, url: url, file: file)) {
      TimerDocument()
    } withDependencies: { [prepare] in
      prepare(&$0)
    }
    // Somebody else may have opened the same file meanwhile; then theirs is the one.
    let (first, isNew) = contents.withLock { contents in
      if let entry = contents.entries.first(where: { $0.url == url }) {
        return (entry.document, false)
      }
      contents.entries.append(Entry(id: id, url: url, document: document))
      return (document, true)
    }
    guard isNew else { return first }
    let observation = document.observe { [weak self, weak document] in
      if let document { self?.changed(document, id) }
    }
    contents.withLock { contents in
      guard let index = contents.entries.firstIndex(where: { $0.id == id }) else { return }
      contents.entries[index].observation = observation
    }
    tell()
    return document
  }

  private func changed(_ document: Document, _ id: UUID) {
    if document.withState({ $0.closing == .closed }) {
      let entry = contents.withLock { contents in
        contents.entries.firstIndex { $0.id == id }.map { contents.entries.remove(at: $0) }
      }
      entry?.document.cancelAll()
    }
    tell()
  }

  private func tell() {
    let listeners = contents.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield() }
  }
}
