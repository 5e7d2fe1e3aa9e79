/// A random program: what is done to a store from outside, one step after another.
///
/// Everything that features and effects do is written in the commands that the steps send, so that
/// one program means the same to the engine and to the reference model.
struct Program: Sendable {
  var steps: [Step]
  /// Releases the store with everything that still runs, instead of letting it come to rest.
  var releasesStore = false
}

struct Step: Sendable {
  enum Kind: Sendable {
    case send([Slot], Content)
    /// Lets the n-th waiting effect go on, modulo those that wait.
    case open(Int)
    case cancel(task: Int, cascade: Bool)
    case awaitFinish(task: Int)
    case cancelAwaiting(Int)
    case cancelAll
  }
  var kind: Kind
  /// Whether effects may run before the next step.
  var settles = true
}

/// Where a child hangs in its parent: one for every way to hold one.
enum Slot: Hashable, Sendable {
  /// Two plain scopes of one feature.
  case left, right
  /// A plain scope under a namespace that is read from the child's state.
  case inner
  /// `ifLet`.
  case guest
  /// `forEach` over an identified array.
  case row(Int)
  /// `forEach` over a dictionary.
  case shelf(Int)
  /// `Scope` over the two cases of an enum.
  case modeA, modeB
  /// A presented child.
  case sheet
}

/// A cancellation id; equal numbers of different types are different ids.
enum Name: Hashable, Sendable {
  case number(Int)
  case byte(UInt8)
}

enum Content: Sendable {
  case command(Command)
  /// The dismissal of the sheet of the feature it is addressed to.
  case dismiss
}

/// What happens when a feature reduces one action.
struct Command: Sendable {
  var label: Int
  var reaction = Reaction()
  /// By a second reducer of the same feature, under a constant namespace.
  var after: Reaction?
  /// By the feature's parent, its parent, and so on.
  var above: [Reaction] = []
}

struct Reaction: Sendable {
  var edits: [Edit] = []
  var plan = Plan.none
}

/// A change that a feature makes to its own state.
enum Edit: Sendable {
  case setGuest(Int?)
  case renameGuest(Int)
  case addRow(Int)
  case removeRow(Int)
  /// Removed and added again: the same identity.
  case readdRow(Int)
  case swapRows
  case addShelf(Int)
  case removeShelf(Int)
  case readdShelf(Int)
  case setModeA(Int)
  case setModeB(Int)
  case setNoMode
  case setSheet(Int?)
  /// Which sheet takes the place of one that is being dismissed.
  case setReplacement(Int?)
  /// Puts that sheet into its place; what features do on every dismissal.
  case replaceDismissed
  case setInnerTag(Int)
  case setOwnTag(Int)
  /// Becomes another identity; not for rows, whose ids are their places.
  case renameSelf(Int)
  /// A send to the store from inside the reduction.
  case resend([Slot], Command)
}

/// A description of effects.
indirect enum Plan: Sendable {
  case none
  case send([Slot], Command)
  case run(Run)
  case cancel(Name)
  case merge([Plan])
  case concatenate([Plan])
  case cancellable(Plan, Name, inFlight: Bool)
  case mapped(Plan)
}

/// What an effect's operation does, in order.
struct Run: Sendable {
  var label: Int
  var acts: [Act]
}

indirect enum Act: Sendable {
  enum WhenCancelled: Sendable {
    /// Ends the effect, as cooperative operations do.
    case throwing
    case goingOn
    /// Waits until it is opened nevertheless.
    case ignoring
  }
  case send([Slot], Command)
  case wait(label: Int, WhenCancelled)
  case cancel(Name)
  /// `withTaskCancellation`; labels `label` and `label + 1` are its own.
  case nested(label: Int, Name, inFlight: Bool, [Act], catches: Bool)
  case dismiss
  case fail
}
