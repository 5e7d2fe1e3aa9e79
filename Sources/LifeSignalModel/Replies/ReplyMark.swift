/// The four characters by which a reply shows that its sender has read our message.
///
/// A text can be sent under any number. While an alert is on, a reply counts only with the mark from the
/// message about it.
public struct ReplyMark: Hashable, Sendable {
  /// The subject of a mark: a reply with the mark applies only to it.
  public enum Subject: Hashable, Sendable {
    /// Another person's alert, as this person was contacted about it.
    case alert(AlertRecord.ID, to: Person.ID)
    /// A person's own countdown.
    case countdown(of: Person.ID, gen: Int64)

    /// The text from which a key makes the mark.
    public var text: String {
      switch self {
      case .alert(let alert, let person): "reply mark:alert:\(alert):\(person)"  // no words
      case .countdown(let person, let gen): "reply mark:countdown:\(person):\(gen)"  // no words
      }
    }
  }

  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  /// - Parameter digest: at least four bytes that cannot be guessed.
  public init(digest: some Sequence<UInt8>) {
    // Without letters and digits that look alike.
    let letters = Array("ACDEFGHJKLMNPQRTUVWXY34679")
    text = String(digest.prefix(4).map { letters[Int(clamping: $0) % letters.count] })
  }
}

extension Delivery {
  /// The subject of a reply to this message; nil where a reply needs no mark.
  public var markSubject: ReplyMark.Subject? {
    guard isAlarm else { return nil }
    switch premise {
    case .call(_, let alert), .alarm(_, let alert): return .alert(alert, to: person)
    default:
      guard possibleAnswer == .checkIn else { return nil }
      let parts = dedupeKey.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 5, let gen = Int64(parts[parts.count - 3]) else { return nil }
      return .countdown(of: person, gen: gen)
    }
  }
}

/// A whole text as its sender meant it.
public struct ReplyText: Equatable, Sendable {
  public var word: ReplyWord?
  public var mark: ReplyMark?

  /// The words alone, or with four letters or digits after them.
  public init(_ text: String) {
    word = ReplyWord(reading: text)
    guard word == nil, text.utf8.count <= 200 else { return }
    let words = ReplyWord.bare(text).split(separator: " ")
    guard let last = words.last, last.count == 4, last.utf8.count == 4,
      let before = ReplyWord(reading: words.dropLast().joined(separator: " "))
    else { return }
    word = before
    mark = ReplyMark(last.uppercased())
  }
}
