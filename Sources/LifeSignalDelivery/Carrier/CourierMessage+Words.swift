import LifeSignalEngine

extension CourierMessage {
  /// Title and body as one text, with `mark` between them where the title does not end with one. A
  /// title that the body begins with is left out.
  func words(joinedBy mark: String) -> String {
    guard !body.isEmpty else { return title }
    guard !body.hasPrefix(title) else { return body }
    guard let last = title.last else { return body }
    return title + (last.isPunctuation ? " " : "\(mark) ") + body
  }
}
