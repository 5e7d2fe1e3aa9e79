/// The text of an e-mail around the message.
public enum MailPhrases {
  /// On the button, which opens a page and has no other effect.
  public static let open: Phrase = "See and answer"
  /// The reader must not believe that a reply by e-mail was read.
  public static let notRead: Phrase =
    "LifeSignal has sent this. Answers to this e-mail are not read."
}
