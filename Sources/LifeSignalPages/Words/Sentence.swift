import ComposableHTML
import LifeSignalModel

/// A sentence with elements in its placeholders, which other languages put elsewhere:
/// `Sentence("until {0}", LocalTime(deadline))`.
struct Sentence: HTML {
  let words: Phrase
  let gaps: [AnyHTML]

  init<each Gap: HTML>(_ words: Phrase, _ gap: repeat each Gap) {
    self.words = words
    var gaps: [AnyHTML] = []
    repeat gaps.append(AnyHTML(each gap))
    self.gaps = gaps
  }

  var body: some HTML {
    ForEach(Speech.catalogue.pieces(of: words)) { piece in
      switch piece {
      case .words(let words): words
      case .gap(let index): gaps.indices.contains(index) ? gaps[index] : nil
      }
    }
  }
}
