import CZBar
import Foundation

/// Finds a QR code in a grey picture.
///
/// It reads strangers' pixels in C: only frames within ``GreyFrame/sides`` get here, only QR codes
/// are looked for, and each call has a scanner of its own that keeps nothing.
enum QRCodeReader {
  /// The text of the first code, nil when there is none.
  static func text(in frame: GreyFrame) -> String? {
    guard let scanner = zbar_image_scanner_create() else { return nil }
    defer { zbar_image_scanner_destroy(scanner) }
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    guard let image = zbar_image_create() else { return nil }
    defer { zbar_image_destroy(image) }
    return frame.pixels.withUnsafeBytes { pixels in
      zbar_image_set_format(image, y800)
      zbar_image_set_size(image, UInt32(clamping: frame.width), UInt32(clamping: frame.height))
      // Without a clean-up function: the bytes are ours, and outlive the image's use of them.
      zbar_image_set_data(image, pixels.baseAddress, UInt(clamping: pixels.count), nil)
      guard zbar_scan_image(scanner, image) > 0,
        let symbol = zbar_image_first_symbol(image), let text = zbar_symbol_get_data(symbol)
      else { return nil }
      let length = Int(clamping: zbar_symbol_get_data_length(symbol))
      let bytes = UnsafeRawBufferPointer(start: text, count: length)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// One byte a pixel: `Y800`.
  private static let y800 = UInt(
    clamping: "Y800".utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(clamping: $1) })
}
