import LifeSignalEngine

extension CourierMessage {
  /// Title and body as one text, with `mark` between them where the title does not end with one.
  func words(joinedBy mark: String) -> String {
    guard !body.isEmpty, body != title else { return title }
    guard let last = title.last else { return body }
    return title + (last.isPunctuation ? " " : "\(mark) ") + body
  }
}
