import Composable
import ComposableHTML
import Foundation
import Hummingbird
import ManyTimersFeatures
import Synchronization

/// What a browser can look at: a page at `/`, and perhaps one for each document.
protocol Site: Sendable {
  func page(of document: UUID?) -> LivePage?
  /// Routes of its own.
  func add(to router: Router<BasicRequestContext>)
  /// What has to run beside the server, until cancelled.
  func run() async
  /// Ends every stream.
  func shutdown() async
}

/// One page with all timers.
struct ShoeboxSite: Site {
  private let pages: LivePages<String, Shoebox.State, Shoebox.Action>

  init(_ store: StoreOf<Shoebox>) {
    pages = LivePages(
      view: { state, send in ShoeboxPage(state: state, send: send) }, store: { _ in store })
  }

  func page(of document: UUID?) -> LivePage? {
    document == nil ? pages.page("shoebox") : nil
  }

  func add(to router: Router<BasicRequestContext>) {}
  func run() async { await pages.run() }
  func shutdown() async { await pages.shutdown() }
}

/// A page with the folder's documents, and one for each that is open: with a store of its own.
final class DocumentsSite: Site {
  private struct OpenPage: Hashable, Sendable {
    let id: UUID
    let store: StoreOf<TimerDocument>

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private let documents: OpenDocuments
  private let folder: URL
  private let shelf: StoreOf<DocumentShelf>
  private let shelfPages: LivePages<String, DocumentShelf.State, DocumentShelf.Action>
  private let documentPages: LivePages<OpenPage, TimerDocument.State, TimerDocument.Action>
  private let shown = Mutex<Set<OpenPage>>([])

  init(_ documents: OpenDocuments, folder: URL) {
    self.documents = documents
    self.folder = folder
    let shelf = StoreOf<DocumentShelf>(initialState: DocumentShelf.State()) {
      DocumentShelf()
    } withDependencies: {
      $0.shelfClient = .folder(folder, documents)
    }
    self.shelf = shelf
    shelfPages = LivePages(
      view: { state, send in ShelfPage(state: state, send: send) }, store: { _ in shelf })
    documentPages = LivePages(
      view: { state, send in DocumentPage(state: state, send: send) }, store: { $0.store })
    shelf.send(.appeared)
  }

  func page(of document: UUID?) -> LivePage? {
    guard let document else { return shelfPages.page("shelf") }
    guard let store = documents[document] else { return nil }
    let page = OpenPage(id: document, store: store)
    shown.withLock { _ = $0.insert(page) }
    return documentPages.page(page)
  }

  func add(to router: Router<BasicRequestContext>) {
    router.post("/open") { [self] request, _ in
      let body = try await request.body.collect(upTo: 4096)
      let form = try URLEncodedFormDecoder().decode(OpenForm.self, from: String(buffer: body))
      return Response.redirect(to: open(form.file), type: .normal)
    }
  }

  private struct OpenForm: Decodable {
    var file: String
  }

  /// Opens one of the folder's files; no path is ever made of what a browser sends.
  /// - Returns: where to go.
  private func open(_ name: String) -> String {
    do throws(TimerFileProblem) {
      guard let url = try documents.files(in: folder).first(where: { $0.lastPathComponent == name })
      else { throw .missing }
      let id = try documents.open(url).withState(\.id)
      return "/documents/\(id)"
    } catch {
      shelf.send(.failed(error.message(name)))
      return "/"
    }
  }

  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.shelfPages.run() }
      group.addTask { await self.documentPages.run() }
      group.addTask {
        for await _ in self.documents.changes { self.closePages() }
      }
    }
  }

  /// Ends the pages of documents that have been closed.
  private func closePages() {
    let closed = shown.withLock { shown in
      let closed = shown.filter { documents[$0.id] == nil }
      shown.subtract(closed)
      return closed
    }
    for page in closed { documentPages.close(page) }
  }

  func shutdown() async {
    shelf.cancelAll()
    await shelfPages.shutdown()
    await documentPages.shutdown()
  }
}
