import ComposableHTML
import LifeSignalModel

/// The person for whom a page is written.
enum Reader {
  /// The country of their own number; nil for a visitor.
  @TaskLocal static var region: Region?
}

/// Everything inside is read by a person of this region, and writes phone numbers as they do.
struct InRegion<Content: HTML>: PrimitiveHTML {
  let region: Region?
  let content: Content

  init(_ region: Region?, @HTMLBuilder content: () -> Content) {
    self.region = region
    self.content = content()
  }

  static func _render(_ html: InRegion, into output: inout HTMLOutput) {
    Reader.$region.withValue(html.region) {
      Content._render(html.content, into: &output)
    }
  }
}
