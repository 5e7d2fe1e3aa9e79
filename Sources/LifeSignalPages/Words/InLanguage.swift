package import ComposableHTML
package import LifeSignalModel

/// Everything inside speaks one language.
package struct InLanguage<Content: HTML>: PrimitiveHTML {
  let catalogue: Catalogue
  let content: Content

  package init(_ catalogue: Catalogue, @HTMLBuilder content: () -> Content) {
    self.catalogue = catalogue
    self.content = content()
  }

  package static func _render(_ html: InLanguage, into output: inout HTMLOutput) {
    Speech.$catalogue.withValue(html.catalogue) {
      Content._render(html.content, into: &output)
    }
  }
}
