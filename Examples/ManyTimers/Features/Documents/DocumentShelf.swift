public import Composable
public import Foundation

/// A folder of timer documents as a page shows it: which are open and how they do.
@Reducer
public struct DocumentShelf: Sendable {
  public struct Item: Equatable, Sendable, Identifiable {
    public let fileName: String
    /// The open document, if it is open.
    public let document: TimerDocument.State?

    public init(fileName: String, document: TimerDocument.State?) {
      self.fileName = fileName
      self.document = document
    }

    public var id: String { fileName }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var items: [Item] = []
    public var problem: String?
    /// How many documents have been made here; names the form for the next one.
    public var made = 0

    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case appeared
    case itemsChanged([Item])
    case newDocument(TimerRequest)
    case documentMade
    case failed(String)
    case problemDismissed
  }

  @Dependency(\.shelfClient) var shelf

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [shelf] send in
          for await items in shelf.items() { await send(.itemsChanged(items)) }
        }

      case .itemsChanged(let items):
        state.items = items
        return .none

      case .newDocument(let request):
        state.problem = nil
        do throws(TimerRequest.Refusal) {
          let timer = try request.timer()
          return .run { [shelf] send in
            do {
              try shelf.create(timer)
              await send(.documentMade)
            } catch {
              let problem = error as? TimerFileProblem ?? .unwritable
              await send(.failed(problem.message(timer.name)))
            }
          }
        } catch {
          state.problem = error.message
          return .none
        }

      case .documentMade:
        state.made += 1
        return .none

      case .failed(let message):
        state.problem = message
        return .none

      case .problemDismissed:
        state.problem = nil
        return .none
      }
    }
  }
}

/// What a shelf does with the documents of its folder.
@DependencyClient
public struct ShelfClient: Sendable {
  /// The documents now and after every change of them.
  public var items: @Sendable () -> AsyncStream<[DocumentShelf.Item]> = {
    AsyncStream { $0.finish() }
  }
  /// Makes a document of its own for a timer and opens it.
  public var create: @Sendable (LonelyTimer.State) throws -> Void
}

extension ShelfClient: TestDependencyKey {
  public static let testValue = ShelfClient()

  /// The documents of one folder, and whichever others are open.
  public static func folder(_ folder: URL, _ documents: OpenDocuments) -> Self {
    ShelfClient(
      items: {
        AsyncStream { continuation in
          let task = Task {
            for await _ in documents.changes {
              continuation.yield(DocumentShelf.items(in: folder, documents))
            }
            continuation.finish()
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      },
      create: { _ = try documents.create($0, in: folder) })
  }
}

extension DocumentShelf {
  /// The files of a folder and the open documents from elsewhere.
  static func items(in folder: URL, _ documents: OpenDocuments) -> [Item] {
    let open = documents.all.map(\.state)
    var rest = Dictionary(open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let files = (try? documents.files(in: folder)) ?? []
    let inFolder = files.map { url in
      let document = documents.find(url).map(\.state)
      if let document { rest[document.id] = nil }
      return Item(fileName: url.lastPathComponent, document: document)
    }
    let others = open.filter { rest[$0.id] != nil }
    return inFolder + others.map { Item(fileName: $0.fileName, document: $0) }
  }
}

extension DependencyValues {
  public var shelfClient: ShelfClient {
    get { self[ShelfClient.self] }
    set { self[ShelfClient.self] = newValue }
  }
}
