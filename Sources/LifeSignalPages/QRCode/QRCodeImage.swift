import ComposableHTML
import LifeSignalModel

/// A person's code as a picture of its link, dark on white in every theme.
struct QRCodeImage: HTML {
  let code: QRCodeID

  var body: some HTML {
    if let picture = QRCodePicture.of(code, at: Reader.address) {
      FramedPicture(picture: picture, words: "Your QR code")
    }
  }
}

/// The picture of a link to a place of this server; none where its address is unknown.
struct LinkPicture: HTML {
  let path: String

  var body: some HTML {
    if !Reader.address.isEmpty, let picture = QRCodePicture(Reader.address + path) {
      FramedPicture(picture: picture, words: "The address as a QR code")
    }
  }
}

private struct FramedPicture: HTML {
  let picture: QRCodePicture
  let words: Phrase

  var body: some HTML {
    div(.class("qr-frame")) {
      svg(
        .class("qr"), .viewBox(0, 0, Double(picture.side), Double(picture.side)), .role(.img),
        .aria("label", words)
      ) {
        SVG.path(.path(picture.path), .fill(.currentColor))
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
