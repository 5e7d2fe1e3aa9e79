import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@testable import LifeSignalDelivery

@Suite struct `What a browser is sent` {
  private let browser = Browser()
  private let endpoint = "https://push.example/1"

  private func written(_ message: CourierMessage) throws -> String {
    String(
      decoding: try WebPushMessage(message, openingAt: "https://lifesignal.example").encoded(),
      as: UTF8.self)
  }

  @Test func `is a declarative message with all our worker needs`() throws {
    #expect(
      try written(browser.message(at: endpoint)) == #"""
        {"mutable":true,"notification":{"body":"Mara needs help.","data":{"address":"/open/tok-EN_1",\#
        "answer":"call","receipt":"tok-EN_1"},"dir":"auto",\#
        "navigate":"https://lifesignal.example/open/tok-EN_1","requireInteraction":true,\#
        "silent":false,"tag":"\#(PushTopic.of(browser.message(at: endpoint)))","title":"ALERT"},\#
        "web_push":8030}
        """#)
  }

  @Test func `a bundle opens the notifications and answers nothing`() throws {
    let text = try written(
      browser.message(at: endpoint, .reminder, subject: nil, token: nil))
    #expect(text.contains(#""navigate":"https://lifesignal.example/notifications""#))
    #expect(!text.contains("receipt") && !text.contains("answer"))
    #expect(text.contains(#""requireInteraction":false"#))
  }

  @Test(
    arguments: [
      (.ownCheckIn, "check-in"), (.call("1"), "call"), (.alarm("1"), nil), (.ping("1"), nil),
      (.ownJourney, nil), (.sessionEnd, nil), (.other, nil),
    ] as [(Delivery.Subject, String?)])
  func `only what can be answered has a button`(
    subject: Delivery.Subject, answer: String?
  ) throws {
    let text = try written(browser.message(at: endpoint, subject: subject))
    #expect(text.contains(#""answer""#) == (answer != nil))
    if let answer { #expect(text.contains(#""answer":"\#(answer)""#)) }
  }

  /// What JSON writes with six bytes, and what UTF-8 writes with four.
  @Test(arguments: ["a", "\u{1}", "😀", "\"", "é"])
  func `a text that is too long is cut where no character breaks`(piece: String) throws {
    let long = String(repeating: piece, count: 6_000)
    let data = try WebPushMessage(
      browser.message(at: endpoint, title: long, body: long),
      openingAt: "https://lifesignal.example"
    ).encoded()
    #expect(data.count <= PushEncryption.most)
    struct Read: Decodable {
      struct Notification: Decodable {
        var title: String
        var body: String
      }
      var notification: Notification
    }
    let read = try JSONDecoder().decode(Read.self, from: data).notification
    #expect(read.title.hasSuffix("…") && read.title.utf8.count <= 400)
    #expect(read.body.hasSuffix("…") && read.body.dropLast().allSatisfy { String($0) == piece })
    // Not much more is cut than has to be.
    #expect(piece != "a" || data.count > PushEncryption.most - 10)
  }

  @Test func `reminders replace reminders, and nothing ever replaces an alarm`() {
    func topic(_ subject: Delivery.Subject?, _ key: String) -> String {
      PushTopic.of(browser.message(at: endpoint, subject: subject, key: key))
    }
    #expect(topic(.ownCheckIn, "1") == topic(.ownCheckIn, "2"))
    #expect(topic(.ownJourney, "1") == topic(.ownJourney, "2"))
    #expect(topic(.ownCheckIn, "1") != topic(.ownJourney, "1"))
    for subject in [.call("1"), .alarm("1"), .ping("1"), .other, nil] as [Delivery.Subject?] {
      #expect(topic(subject, "1") != topic(subject, "2"))
      #expect(topic(subject, "1") == topic(subject, "1"))
    }
    for one in [topic(.call("1"), "1"), topic(.ownCheckIn, "1"), topic(.ownJourney, "1")] {
      #expect(one.count <= 32 && one.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
    }
  }
}
