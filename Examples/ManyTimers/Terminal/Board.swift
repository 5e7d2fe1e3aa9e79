import Composable
public import Foundation
public import ManyTimersFeatures

/// What there is to be shown and pressed, whichever of the two apps it is.
public struct Board: Equatable, Sendable {
  public enum App: Equatable, Sendable { case shoebox, documents }

  public struct Row: Equatable, Sendable, Identifiable {
    public var id: UUID
    public var timer: LonelyTimer.State
    /// The document's file.
    public var fileName: String?
    public var hasUnsavedChanges = false
    /// Whether the document wants to know what becomes of its changes before it closes.
    public var isAskedToSave = false
    public var problem: String?

    public init(id: UUID, timer: LonelyTimer.State, fileName: String? = nil) {
      self.id = id
      self.timer = timer
      self.fileName = fileName
    }
  }

  public var app: App
  public var rows: [Row]
  /// What went wrong with something that has no row.
  public var problem: String?

  public init(app: App, rows: [Row], problem: String? = nil) {
    self.app = app
    self.rows = rows
    self.problem = problem
  }
}

extension Board {
  public init(_ state: Shoebox.State) {
    self.init(
      app: .shoebox, rows: state.timers.map { Row(id: $0.id, timer: $0.value) },
      problem: state.refusal?.message)
  }

  public init(_ documents: [TimerDocument.State]) {
    self.init(
      app: .documents,
      rows: documents.map { document in
        var row = Row(id: document.id, timer: document.timer, fileName: document.fileName)
        row.hasUnsavedChanges = document.hasUnsavedChanges
        row.isAskedToSave = document.closing == .asked
        row.problem = document.problem?.message(document.fileName)
        return row
      })
  }

  public var runningCount: Int { rows.count { $0.timer.isRunning } }
}
