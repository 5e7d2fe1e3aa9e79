public import Composable
import ComposableEffectIdentifier
public import Foundation

/// One timer in one file, the root of a store of its own.
///
/// Many of these run in one process, each unaware of the others. The namespace keeps the timer's
/// effect apart by the document's id, so that this holds wherever the document is put.
@Reducer
public struct TimerDocument: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable, Identifiable {
    /// Of this opening of the file; it does not change while effects run.
    public let id: UUID
    public let url: URL
    public var timer: LonelyTimer.State
    /// What the file holds.
    public var saved: TimerFile
    public var isSaving = false
    public var problem: TimerFileProblem?
    public var closing = Closing.no

    public enum Closing: Equatable, Sendable {
      case no
      /// There are unsaved changes, and the person is asked what is to become of them.
      case asked
      case afterSaving
      /// The document may be put away.
      case closed
    }

    public init(id: UUID, url: URL, file: TimerFile) {
      self.id = id
      self.url = url
      timer = file.timer
      saved = file
    }

    public var fileName: String { url.lastPathComponent }
    /// What is on its way is not in the file yet.
    public var hasUnsavedChanges: Bool { isSaving || TimerFile(timer) != saved }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case timer(LonelyTimer.Action)
    case save
    case saved(TimerFile)
    case saveFailed(TimerFileProblem)
    case problemDismissed
    case close
    case saveAndClose
    case closeWithoutSaving
    case stayOpen
  }

  @Dependency(\.timerFiles) var files

  public init() {}

  public var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.timer, action: \.timer) { LonelyTimer() }
      Reduce { state, action in
        switch action {
        case .timer:
          return .none

        case .save:
          return save(&state)

        case .saved(let file):
          state.isSaving = false
          state.saved = file
          guard state.closing == .afterSaving else { return .none }
          // Changed while an older content was on its way: that has to be saved as well.
          guard !state.hasUnsavedChanges else { return save(&state) }
          state.closing = .closed
          return .none

        case .saveFailed(let problem):
          state.isSaving = false
          state.problem = problem
          state.closing = .no
          return .none

        case .problemDismissed:
          state.problem = nil
          return .none

        case .close:
          state.closing = state.hasUnsavedChanges ? .asked : .closed
          return .none

        case .saveAndClose:
          state.closing = .afterSaving
          return save(&state)

        case .closeWithoutSaving:
          state.closing = .closed
          return .none

        case .stayOpen:
          state.closing = .no
          return .none
        }
      }
    }
    .namespace(\.id)
  }

  /// One save at a time, so that an older content never follows a newer one.
  private func save(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    state.isSaving = true
    state.problem = nil
    return .run { [files, file = TimerFile(state.timer), url = state.url] send in
      do {
        try files.write(file, url)
        await send(.saved(file))
      } catch {
        await send(.saveFailed(error as? TimerFileProblem ?? .unwritable))
      }
    }
  }
}
