/// What stands in an e-mail beside the message.
public enum MailPhrases {
  /// On the button, which leads to a page and does nothing by itself.
  public static let open: Phrase = "See and answer"
  /// Nobody may think that an answer has been heard.
  public static let notRead: Phrase =
    "LifeSignal has sent this. Answers to this e-mail are not read."
}
