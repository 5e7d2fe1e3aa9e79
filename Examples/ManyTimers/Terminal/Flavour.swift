public import Composable
public import Foundation
public import ManyTimersFeatures

/// One of the two apps as the terminal knows it: what to show, and what to do about a command.
public protocol Flavour: Sendable {
  var board: Board { get }
  /// Yields now and after every change of the board.
  var changes: AsyncStream<Void> { get }
  /// - Returns: what the person should be told about it.
  func perform(_ command: Command) -> String?
  /// What has to be over before the program may end.
  func settle() async
}

/// A list of timers in one store.
public struct ShoeboxFlavour: Flavour {
  private let store: StoreOf<Shoebox>

  public init(_ store: StoreOf<Shoebox>) {
    self.store = store
  }

  public var board: Board { Board(store.state) }

  public var changes: AsyncStream<Void> {
    AsyncStream { continuation in
      let observation = store.observe { continuation.yield() }
      continuation.onTermination = { _ in observation.cancel() }
      continuation.yield()
    }
  }

  public func perform(_ command: Command) -> String? {
    switch command {
    case .timer(let id, let action): store.send(.timers(.element(id: id, action: action)))
    case .startAll: store.send(.startAll)
    case .stopAll: store.send(.stopAll)
    case .add(let request): store.send(.addTimer(request))
    case .remove(let id): store.send(.removeTimer(id: id))
    case .open, .document, .saveAll: break
    }
    return nil
  }

  public func settle() async {}
}

/// Documents, each with a store of its own.
public struct DocumentsFlavour: Flavour {
  private let documents: OpenDocuments
  private let folder: URL

  /// - Parameter folder: where new documents are made and names are looked up.
  public init(_ documents: OpenDocuments, folder: URL) {
    self.documents = documents
    self.folder = folder
  }

  public var board: Board { Board(documents.all.map(\.state)) }
  public var changes: AsyncStream<Void> { documents.changes }

  public func perform(_ command: Command) -> String? {
    switch command {
    case .timer(let id, let action): documents[id]?.send(.timer(action))
    case .startAll: for document in documents.all { document.send(.timer(.start)) }
    case .stopAll: for document in documents.all { document.send(.timer(.stop)) }
    case .add(let request): return add(request)
    case .open(let name): return open(name)
    case .document(let id, let action): documents[id]?.send(action)
    case .saveAll: for document in documents.all { document.send(.save) }
    case .remove: break
    }
    return nil
  }

  /// Waits until nothing is being saved any more.
  public func settle() async {
    for document in documents.all {
      for await isSaving in document.changes(of: \.isSaving) where !isSaving { break }
    }
  }

  private func add(_ request: TimerRequest) -> String? {
    do throws(TimerRequest.Refusal) {
      let timer = try request.timer()
      do throws(TimerFileProblem) {
        return "Made \(try documents.create(timer, in: folder).state.fileName)."
      } catch {
        return error.message(timer.name)
      }
    } catch {
      return error.message
    }
  }

  /// Opens `Tea`, `Tea.timer` or a path; names are those of the folder.
  private func open(_ name: String) -> String? {
    let expanded = (name as NSString).expandingTildeInPath
    let home = URL(filePath: folder.path, directoryHint: .isDirectory)
    var url = URL(filePath: expanded, relativeTo: home)
    if url.pathExtension != TimerFile.fileExtension {
      url.appendPathExtension(TimerFile.fileExtension)
    }
    do throws(TimerFileProblem) {
      _ = try documents.open(url.absoluteURL)
      return nil
    } catch {
      return error.message(url.lastPathComponent)
    }
  }
}
