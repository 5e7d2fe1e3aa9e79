public import Composable

/// Why a test store, a test clock or a leak check failed a test. Each code has a section in the
/// article "Testing".
extension ComposableIssue.Code {
  /// Sending an action changed state, and the test gave no closure.
  public static let unexpectedChangeOnSend = Self(rawValue: "unexpected-change-on-send")
  /// Receiving an action changed state, and the test gave no closure.
  public static let unexpectedChangeOnReceive = Self(rawValue: "unexpected-change-on-receive")
  /// State changed in a way that differs from the closure.
  public static let changeDiffers = Self(rawValue: "change-differs")
  /// There is a closure, but neither it nor the action changed anything.
  public static let nothingChanged = Self(rawValue: "nothing-changed")
  /// The closure threw an error.
  public static let assertionThrew = Self(rawValue: "assertion-threw")
  /// Shared state changed, and the test gave no closure that asserts it.
  public static let unexpectedSharedChange = Self(rawValue: "unexpected-shared-change")
  /// Shared state changed in a way that differs from the closure.
  public static let sharedChangeDiffers = Self(rawValue: "shared-change-differs")

  /// Received actions were not asserted before the next one was sent.
  public static let actionsBeforeSend = Self(rawValue: "actions-before-send")
  /// Received actions were not asserted before `finish()`.
  public static let actionsAtFinish = Self(rawValue: "actions-at-finish")
  /// Received actions were not asserted before the store was released.
  public static let actionsAtRelease = Self(rawValue: "actions-at-release")
  /// Effects were in flight when the time of `finish(timeout:)` was over.
  public static let effectsAtFinish = Self(rawValue: "effects-at-finish")
  /// Effects were in flight when the store was released.
  public static let effectsAtRelease = Self(rawValue: "effects-at-release")

  /// The expected action did not come, though effects are in flight or other actions came.
  public static let actionNotReceived = Self(rawValue: "action-not-received")
  /// Another action came than the expected one.
  public static let differentAction = Self(rawValue: "different-action")
  /// No action came and none can: no effect is in flight.
  public static let nothingPending = Self(rawValue: "nothing-pending")
  /// There was nothing to skip or to cancel.
  public static let nothingToSkip = Self(rawValue: "nothing-to-skip")
  /// An action was sent after the feature had dismissed itself.
  public static let sendAfterDismissal = Self(rawValue: "send-after-dismissal")

  /// Effects went on without end while the clock stood still.
  public static let effectsWithoutRest = Self(rawValue: "effects-without-rest")
  /// `TestClock.run()` met a timer without end.
  public static let clockWithoutRest = Self(rawValue: "clock-without-rest")
  /// A test store, or the engine of one, was still there after its test.
  public static let storeLeaked = Self(rawValue: "store-leaked")
  /// A warning: changes that a store that is not exhaustive ignored.
  public static let skippedAssertions = Self(rawValue: "skipped-assertions")

  /// All of them, in the order of the article.
  package static let ofTestStores: [Self] = [
    .unexpectedChangeOnSend, .unexpectedChangeOnReceive, .changeDiffers, .nothingChanged,
    .assertionThrew, .unexpectedSharedChange, .sharedChangeDiffers, .actionsBeforeSend,
    .actionsAtFinish, .actionsAtRelease, .effectsAtFinish, .effectsAtRelease, .actionNotReceived,
    .differentAction, .nothingPending, .nothingToSkip, .sendAfterDismissal, .unimplemented,
    .effectsWithoutRest, .clockWithoutRest, .storeLeaked, .skippedAssertions,
  ]
}
