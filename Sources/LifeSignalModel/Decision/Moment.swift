public import Foundation

/// When a decision is made, where its new ids come from, and the words of other languages. Rules have
/// no other source of any of them.
public struct Moment {
  public let now: Date
  /// A new, never repeated row id.
  public let mint: () -> Int64

  /// For messages that leave the house: whoever receives one reads it in their own language.
  public let translations: Translations

  public init(
    now: Date, translations: Translations = .none, mint: @escaping () -> Int64
  ) {
    self.now = now
    self.translations = translations
    self.mint = mint
  }
}
