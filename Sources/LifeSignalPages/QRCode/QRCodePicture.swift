import CQREncode
import Foundation
import LifeSignalFeatures
package import LifeSignalModel
import Synchronization

/// A text as a QR code: error correction level M (ISO/IEC 18004), drawn as one path on a square.
package struct QRCodePicture: Equatable, Sendable {
  /// Light modules around the code; readers need four.
  static let quietZone = 4

  /// Modules along one side, the quiet zone included.
  package let side: Int
  /// The dark modules, one unit each, in SVG's path language: a rectangle for each run of a row.
  package let path: String

  /// Nil for a text that no code can hold.
  package init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(clamping: code.pointee.width)
    let modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
    side = width + 2 * Self.quietZone
    path = Self.path(width) { x, y in modules[y * width + x] & 1 == 1 }
  }

  private static func path(_ width: Int, _ isDark: (Int, Int) -> Bool) -> String {
    var path = ""
    for y in 0..<width {
      var x = 0
      while x < width {
        guard isDark(x, y) else {
          x += 1
          continue
        }
        let start = x
        while x < width, isDark(x, y) { x += 1 }
        path += "M\(start + quietZone) \(y + quietZone)h\(x - start)v1h-\(x - start)z"
      }
    }
    return path
  }

  /// The picture as a file of its own, dark on white, whatever surrounds it.
  package var image: ImageData {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
      <path d="\(path)"/></svg>
      """
    return ImageData(bytes: Data(svg.utf8), mimeType: "image/svg+xml")
  }
}

extension QRCodePicture {
  /// The picture of the link of a person's code. Drawn once: a page is written many times in its life.
  /// - Parameter address: see ``LifeSignalModel/Identifier/link(at:)``.
  package static func of(_ code: QRCodeID, at address: String = "") -> QRCodePicture? {
    let text = code.link(at: address)
    if let known = cache.withLock({ $0[text] }) { return known }
    guard let picture = QRCodePicture(text) else { return nil }
    cache.withLock { cache in
      // When it is full, all are dropped: drawing one again costs less than finding the oldest.
      if cache.count >= 2_000 { cache.removeAll() }
      cache[text] = picture
    }
    return picture
  }

  private static let cache = Mutex<[String: QRCodePicture]>([:])
}
