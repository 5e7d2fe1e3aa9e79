import ComposableHTML
import LifeSignalModel

/// A person's code as a picture of its link, dark on white in every theme.
struct QRCodeImage: HTML {
  let code: QRCodeID

  var body: some HTML {
    if let picture = QRCodePicture.of(code, at: Reader.address) {
      div(.class("qr-frame")) {
        svg(
          .class("qr"), .viewBox(0, 0, Double(picture.side), Double(picture.side)), .role(.img),
          .aria("label", "Your QR code" as Phrase)
        ) {
          SVG.path(.path(picture.path), .fill(.currentColor))
        }
      }
    }
  }
}

/// A button whose work the browser does, in the module of its section.
struct BrowserButton: HTML {
  let id: String
  let words: Phrase
  /// The work for the module.
  let act: String
  let icon: Glyph
  var look = "act"

  var body: some HTML {
    button(id: id, .type(.button), .class(look), .data("act", act)) {
      Icon(icon, look == "act" ? .regular : .small)
      words
    }
  }
}
