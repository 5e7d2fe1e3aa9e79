import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@testable import LifeSignalWeb

@Suite struct `Pictures of codes` {
  private let code: QRCodeID = "8F14E45F-CEEA-467F-A8B6-2D1C0B8E54A1"

  /// The picture as a camera would see it: so many pixels a module.
  private func frame(_ picture: QRCodePicture, scale: Int = 6) -> GreyFrame? {
    let side = picture.side * scale
    var pixels = [UInt8](repeating: 255, count: side * side)
    for run in picture.path.matches(of: /M(\d+) (\d+)h(\d+)v1/) {
      guard let x = Int(run.1), let y = Int(run.2), let length = Int(run.3) else { continue }
      for row in y * scale..<(y + 1) * scale {
        for column in x * scale..<(x + length) * scale { pixels[row * side + column] = 0 }
      }
    }
    return GreyFrame(Data("P5\n\(side) \(side)\n255\n".utf8) + pixels)
  }

  @Test func `a drawn code can be read, with four light modules around`() throws {
    let picture = try #require(QRCodePicture.of(code))
    #expect(picture.side == 25 + 2 * 4, "version 2 holds a code at level M")
    let xs = picture.path.matches(of: /M(\d+) (\d+)h(\d+)/)
    #expect(xs.allSatisfy { Int($0.1)! >= 4 && Int($0.2)! >= 4 && Int($0.2)! < 29 })
    #expect(xs.allSatisfy { Int($0.1)! + Int($0.3)! <= 29 })
    #expect(QRCodeReader.text(in: try #require(frame(picture))) == code.rawValue)
  }

  @Test func `the picture is a link that a phone's camera opens`() throws {
    let picture = try #require(QRCodePicture.of(code, at: "https://watch.example.org"))
    #expect(picture != QRCodePicture.of(code))
    let seen = try #require(frame(picture))
    let text = try #require(QRCodeReader.text(in: seen))
    #expect(text == "https://watch.example.org/add/\(code)")
    #expect(QRCodeID(scanned: text) == code)
  }

  @Test func `another code has another picture, the same code the same`() {
    #expect(QRCodePicture.of(code) == QRCodePicture.of(code))
    #expect(QRCodePicture.of(code) != QRCodePicture.of("8F14E45F-CEEA-467F-A8B6-2D1C0B8E54A2"))
    #expect(QRCodePicture(String(repeating: "x", count: 5_000)) == nil)
  }

  @Test func `the file is dark on white and one path`() throws {
    let image = try #require(QRCodePicture.of(code)).image
    let svg = String(decoding: image.bytes, as: UTF8.self)
    #expect(image.mimeType == "image/svg+xml")
    #expect(svg.contains(##"fill="#fff""##))
    #expect(svg.matches(of: /<path/).count == 2)
  }

  @Test func `a picture without a code has no text`() throws {
    let grey = try #require(
      GreyFrame(Data("P5 64 64 255\n".utf8) + Data(repeating: 128, count: 64 * 64)))
    #expect(QRCodeReader.text(in: grey) == nil)
  }

  @Test(arguments: [
    "", "P5", "P6\n16 16\n255\n", "P5\n15 16\n255\n", "P5\n16 1281\n255\n", "P5\n16 16\n254\n",
    "P5\n-16 16\n255\n", "P5\n99999999999999999999 16\n255\n", "P5\n16 16 255",
  ])
  func `anything but a grey picture of bounded size is refused`(header: String) {
    #expect(GreyFrame(Data(header.utf8) + Data(repeating: 0, count: 256)) == nil)
  }

  @Test func `a pixel too few or too many is refused`() {
    let header = Data("P5\n16 16\n255\n".utf8)
    #expect(GreyFrame(header + Data(repeating: 0, count: 256)) != nil)
    #expect(GreyFrame(header + Data(repeating: 0, count: 255)) == nil)
    #expect(GreyFrame(header + Data(repeating: 0, count: 257)) == nil)
  }

  @Test func `noise neither reads nor harms`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<8 {
      let pixels = (0..<320 * 240).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let frame = try #require(GreyFrame(Data("P5\n320 240\n255\n".utf8) + pixels))
      _ = QRCodeReader.text(in: frame)
    }
  }
}
