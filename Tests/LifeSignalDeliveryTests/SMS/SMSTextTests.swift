import Foundation
import Testing

@testable import LifeSignalDelivery

@Suite struct `The length of a text` {
  private static func a(_ count: Int, _ end: String = "") -> String {
    String(repeating: "a", count: count) + end
  }

  private static func ah(_ count: Int, _ end: String = "") -> String {
    String(repeating: "字", count: count) + end
  }

  @Test(
    arguments: [
      ("", .gsm7, 0, 1), ("Hello", .gsm7, 5, 1), (a(160), .gsm7, 160, 1),
      (a(161), .gsm7, 161, 2), (a(306), .gsm7, 306, 2), (a(307), .gsm7, 307, 3),
      (a(459), .gsm7, 459, 3), (a(460), .gsm7, 460, 4),
      // Every character of the two tables, and a few that only look so.
      ("@£$¥èéùìòÇ\nØø\rÅå", .gsm7, 16, 1), ("Δ_ΦΓΛΩΠΨΣΘΞ", .gsm7, 11, 1),
      ("ÆæßÉ ¤¡ÄÖÑÜ§¿äöñüà", .gsm7, 18, 1),
      ("^{}\\[~]|€\u{0C}", .gsm7, 20, 1), ("ç", .ucs2, 1, 1), ("`", .ucs2, 1, 1),
      ("á", .ucs2, 1, 1), ("\u{391}", .ucs2, 1, 1), ("’", .ucs2, 1, 1),
      // An extension takes two places, and is not torn apart: 152 and a pair leave one place unused.
      (a(159, "€"), .gsm7, 161, 2), (a(158, "€"), .gsm7, 160, 1),
      (a(152, "€") + a(152), .gsm7, 306, 3), (a(151, "€") + a(153), .gsm7, 306, 2),
      (ah(70), .ucs2, 70, 1), (ah(71), .ucs2, 71, 2), (ah(134), .ucs2, 134, 2),
      (ah(135), .ucs2, 135, 3),
      // Beyond the first plane a character takes two places, and is not torn apart either.
      ("🆘", .ucs2, 2, 1), (ah(68, "🆘"), .ucs2, 70, 1), (ah(69, "🆘"), .ucs2, 71, 2),
      (ah(66, "🆘") + ah(66), .ucs2, 134, 3), (ah(65, "🆘") + ah(67), .ucs2, 134, 2),
      ("👨‍👩‍👧", .ucs2, 8, 1), (a(159, "字"), .ucs2, 160, 3),
    ] as [(String, SMSText.Encoding, Int, Int)])
  func `is counted as a carrier counts it`(
    text: String, encoding: SMSText.Encoding, units: Int, segments: Int
  ) {
    let counted = SMSText(text)
    #expect(counted.encoding == encoding)
    #expect(counted.units == units)
    #expect(counted.segments == segments)
  }

  @Test func `that fits is left as it is`() {
    #expect(SMSText.fitted("Mara needs help.", in: 1) == "Mara needs help.")
    #expect(SMSText.fitted("  Mara \n", followedBy: "Reply OK.", in: 1) == "Mara Reply OK.")
    #expect(SMSText.fitted("", followedBy: "Reply OK.", in: 1) == "Reply OK.")
  }

  @Test(arguments: 1...4)
  func `that does not is cut between words, and what follows stays`(most: Int) {
    let words = String(repeating: "somebody needs help ", count: 60)
    let text = SMSText.fitted(words, followedBy: "Reply ON IT. (K7QF)", in: most)
    #expect(SMSText(text).segments == most)
    #expect(text.hasSuffix("... Reply ON IT. (K7QF)"))
    let kept = text.dropLast("... Reply ON IT. (K7QF)".count).split(separator: " ")
    #expect(kept.allSatisfy { ["somebody", "needs", "help"].contains($0) })
  }

  @Test func `in a script without spaces is cut between characters`() {
    let text = SMSText.fitted(Self.ah(200), in: 2)
    #expect(text == Self.ah(133, "…") && SMSText(text).segments == 2)
    let family = String(repeating: "👨‍👩‍👧", count: 40)
    let cut = SMSText.fitted(family, in: 1)
    #expect(cut.dropLast().allSatisfy { $0 == "👨‍👩‍👧" } && cut.last == "…")
  }

  @Test(arguments: [
    "https://safe.example/alarm/0123456789", "http://safe.example/?a=1&b=2",
  ])
  func `is never cut inside a link`(link: String) {
    for lead in 90...160 {
      let text = SMSText.fitted("\(Self.a(lead)) \(link) and more and more and more", in: 1)
      #expect(SMSText(text).segments == 1)
      #expect(!text.contains("://") || text.contains(link), "\(text)")
    }
    // A link with signs of another script around it ends where they begin.
    let text = SMSText.fitted(Self.ah(10) + link + Self.ah(80), in: 1)
    #expect(text.contains(link) && SMSText(text).segments == 1)
  }

  @Test func `drops a link that is too long and keeps the text after it`() {
    let link = "https://safe.example/" + Self.a(300)
    #expect(SMSText.fitted(link, followedBy: "Reply OK.", in: 1) == "Reply OK.")
  }

  @Test func `gets typewriter's marks where that saves the wide alphabet`() {
    #expect(SMSText.fitted("Mara’s check-in – “late”…", in: 1) == "Mara's check-in - \"late\"...")
    #expect(SMSText.fitted("Mara’s 字", in: 1) == "Mara’s 字")
    // Composed: one place instead of two characters.
    #expect(SMSText(SMSText.fitted("Jose\u{301}", in: 1)).encoding == .gsm7)
  }
}
