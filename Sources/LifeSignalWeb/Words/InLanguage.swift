import ComposableHTML
import LifeSignalModel

/// Everything inside speaks one language.
struct InLanguage<Content: HTML>: PrimitiveHTML {
  let catalogue: Catalogue
  let content: Content

  init(_ catalogue: Catalogue, @HTMLBuilder content: () -> Content) {
    self.catalogue = catalogue
    self.content = content()
  }

  static func _render(_ html: InLanguage, into output: inout HTMLOutput) {
    Speech.$catalogue.withValue(html.catalogue) {
      Content._render(html.content, into: &output)
    }
  }
}
