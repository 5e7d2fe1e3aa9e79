import ComposableHTML
import LifeSignalModel

/// The person for whom a page is written.
enum Reader {
  /// The country of their own number; nil for a visitor.
  @TaskLocal static var region: Region?
  /// Scheme and host of this server, as their browser knows it; empty where that is unknown.
  @TaskLocal static var address = ""
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
