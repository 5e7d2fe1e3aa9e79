import ComposableHTML

/// Everything inside is read at this address of the server: links in pictures begin with it.
struct AtAddress<Content: HTML>: PrimitiveHTML {
  let address: String
  let content: Content

  init(_ address: String, @HTMLBuilder content: () -> Content) {
    self.address = address
    self.content = content()
  }

  static func _render(_ html: AtAddress, into output: inout HTMLOutput) {
    Reader.$address.withValue(html.address) {
      Content._render(html.content, into: &output)
    }
  }
}
