import Foundation
import LifeSignalModel
import Testing

@Suite struct PictureFileTests {
  private typealias Bytes = PictureBytes

  @Test func `size and kind are read from the bytes`() throws {
    let jpeg = try PictureFile.read(Bytes.jpeg(width: 1_024, height: 3))
    #expect((jpeg.kind, jpeg.width, jpeg.height) == (.jpeg, 1_024, 3))
    let png = try PictureFile.read(Bytes.png(width: 7, height: 1_024))
    #expect((png.kind, png.width, png.height) == (.png, 7, 1_024))
  }

  @Test func `a file without anything to hide stays as it is`() throws {
    #expect(try PictureFile.read(Bytes.jpeg()).bytes == Bytes.jpeg())
    #expect(try PictureFile.read(Bytes.png()).bytes == Bytes.png())
  }

  @Test func `place, device, comments, thumbnails and what follows the end are taken out`() throws {
    let place = Array("Exif\0\0GPS 52.5 13.4".utf8)
    let jpeg = Bytes.jpeg(
      extra: [
        Bytes.segment(0xE1, place), Bytes.segment(0xE2, Array("ICC_PROFILE".utf8)),
        Bytes.segment(0xED, Array("Photoshop".utf8)), Bytes.segment(0xFE, Array("home".utf8)),
      ], tail: Array("a film hidden behind the picture".utf8))
    #expect(try PictureFile.read(jpeg).bytes == Bytes.jpeg())
    let png = Bytes.png(extra: [
      Bytes.chunk("eXIf", place), Bytes.chunk("tEXt", Array("Author\0Mara".utf8)),
      Bytes.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]),
    ])
    #expect(try PictureFile.read(png + Data([1, 2, 3])).bytes == Bytes.png())
  }

  @Test func `a picture with more than 1,024 pixels a side is refused`() {
    #expect(throws: Refusal.pictureTooLarge) {
      try PictureFile.read(Bytes.jpeg(width: 1_025, height: 10))
    }
    #expect(throws: Refusal.pictureTooLarge) {
      try PictureFile.read(Bytes.png(width: 10, height: 4_000_000_000))
    }
  }

  @Test func `more than five megabytes are refused unread`() {
    #expect(throws: Refusal.pictureTooHeavy) {
      try PictureFile.read(Data(count: 5_000_001))
    }
    #expect(throws: Refusal.pictureTooHeavy) {
      try PictureFile.kind(of: Bytes.jpeg() + Data(count: 5_000_000))
    }
    #expect(throws: Refusal.pictureUnreadable) {
      try PictureFile.read(Data(count: 5_000_000))
    }
  }

  @Test(arguments: 0..<12)
  func `an incomplete picture is refused`(which: Int) {
    var broken = Bytes.png()
    broken[broken.count - 1] ^= 1
    var otherStart = Bytes.png()
    otherStart[1] = 0x51
    var noStart = Bytes.jpeg()
    noStart[1] = 0xD7
    let table = Bytes.segment(0xDB, Array(repeating: 1, count: 65))
    let scan = Bytes.segment(0xDA, [1, 1, 0, 0, 63, 0])
    let cases: [Data] = [
      Data(), Data("GIF89a".utf8), Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
      Bytes.jpeg().dropLast(2), Bytes.jpeg(width: 0), Bytes.png(width: 0), broken,
      Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0xFF, 0xD9]), otherStart, noStart,
      // A scan before its frame, and a segment without its mark.
      Bytes.jpeg(extra: [scan]), Bytes.jpeg(extra: [Array(table.dropFirst())]),
    ]
    #expect(throws: Refusal.pictureUnreadable) { try PictureFile.read(Data(cases[which])) }
  }

  /// Whatever comes is either refused or read; nothing traps.
  @Test func `cut anywhere, a file is refused and not read past its end`() {
    for file in [Bytes.jpeg(), Bytes.png()] {
      for length in 0..<file.count {
        #expect(throws: Refusal.pictureUnreadable) { try PictureFile.read(file.prefix(length)) }
      }
    }
  }

  @Test func `a new picture replaces the old, and the people who see it are notified`() throws {
    var mara = Cast.mara.person
    mara.picture = "old"
    let file = try PictureFile.read(Bytes.jpeg())
    let decision = PictureRules.set(
      file, id: "new", of: mara, peers: ["2"], moment: Cast.moment(5))
    guard case .updatePerson(let changed) = decision.mutations.first,
      case .insertPicture(let picture) = decision.mutations.last
    else {
      Issue.record("no picture is stored")
      return
    }
    #expect(decision.answer == "new")
    #expect(changed.picture == "new")
    #expect(decision.mutations[1] == .removePictures("1"))
    #expect((picture.id, picture.person, picture.bytes) == ("new", "1", file.bytes))
    #expect(decision.changes["1"]?.contains(.user) == true)
    #expect(decision.changes["2"]?.contains(.contacts) == true)

    #expect(PictureRules.remove(of: changed, peers: [], moment: Cast.moment()).mutations.count == 2)
    #expect(
      PictureRules.remove(of: Cast.mara.person, peers: [], moment: Cast.moment()) == Decision())
  }
}
