public import Foundation

/// When a decision is made, and where its new ids come from. Rules have no other source of either.
public struct Moment {
  public let now: Date
  /// A new, never repeated row id.
  public let mint: () -> Int64

  public init(now: Date, mint: @escaping () -> Int64) {
    self.now = now
    self.mint = mint
  }
}
