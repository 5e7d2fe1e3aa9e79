import Foundation
import LifeSignalModel
import Testing

@Suite struct `A mail that came back` {
  private static let name = "00000000000000070123456789abcdef"

  /// As Postfix writes it (RFC 3464), with what a test is about put in another's place.
  private static func report(_ old: String = "", _ new: String = "") -> Data {
    let text = """
      From: Mail Delivery System <MAILER-DAEMON@mx.example>
      To: bounce+\(name)@safe.example
      Content-Type: multipart/report; report-type=delivery-status;
      \tboundary="b/1"

      This is a MIME-encapsulated message.

      --b/1
      Content-Type: text/plain

      I am sorry.

      --b/1
      Content-Type: message/delivery-status

      Reporting-MTA: dns; mx.example

      Final-Recipient: rfc822; mara@home.example
      Action: failed
      Status: 5.1.1

      --b/1
      Content-Type: message/rfc822

      Subject: ALERT

      --b/1--

      """
    return Data(text.replacingOccurrences(of: old, with: new).utf8)
  }

  @Test func `says which one it was, and why`() throws {
    let report = try #require(DeliveryReport(Self.report()))
    #expect(report.name == Self.name && report.status == "5.1.1")
    #expect(report.isMailboxGone(at: "mara@home.example"))
    #expect(DeliveryReport(Self.report("\n", "\r\n")) == report)
    #expect(DeliveryReport(Self.report("Action: failed", "action:\tFAILED")) == report)
    #expect(DeliveryReport(Self.report("\"b/1\"", "b/1")) == report)
  }

  @Test(arguments: ["5.2.2", "5.7.1", "4.4.7"])
  func `may have failed at a mailbox that is there`(status: String) throws {
    let report = try #require(DeliveryReport(Self.report("5.1.1", status)))
    #expect(report.status == status)
    #expect(!report.isMailboxGone(at: "mara@home.example"))
  }

  @Test(
    arguments: [
      ("failed", "delayed"), ("failed", "delivered"), ("Status: 5.1.1", "Status: 2.1.5"),
      ("Status: 5.1.1", "Status: 5.1.1111"), ("Status: 5.1.1\n", ""),
      ("multipart/report", "multipart/mixed"), ("boundary=", "border="), ("--b/1", "--b/2"),
      ("message/delivery-status", "text/plain"), ("bounce+", "bounce"),
      (name, String(name.dropLast())), (name, name + "0"),
    ])
  func `is one only when it says so`(old: String, new: String) {
    #expect(DeliveryReport(Self.report(old, new)) == nil)
  }

  @Test func `is about the address the mail server names, where it names one`() throws {
    let other = String(Self.name.reversed())
    let report = DeliveryReport(Self.report(), to: "bounce+\(other.uppercased())@safe.example")
    #expect(report?.name == other)
    let own = DeliveryReport(Self.report())
    for empty in ["", "bounce@safe.example"] {
      #expect(DeliveryReport(Self.report(), to: empty) == own, "\(empty) says nothing")
    }
  }

  private static let final = "Final-Recipient: rfc822; mara@home.example"

  @Test(
    arguments: [
      "Final-Recipient: RFC822;mara@HOME.Example",
      "Final-Recipient: rfc822; <mara@home.example>",
      "Final-Recipient: utf-8; mara@home.example",
      "Original-Recipient: rfc822; mara@home.example",
    ])
  func `is about a mailbox where it names it`(field: String) throws {
    let report = try #require(DeliveryReport(Self.report(Self.final, field)))
    #expect(report.isMailboxGone(at: "mara@home.example"))
  }

  @Test(
    arguments: [
      "Final-Recipient: rfc822; copies@old.example",
      "Original-Recipient: rfc822; mara@home.example\nFinal-Recipient: rfc822; copies@old.example",
      "Final-Recipient: rfc822; Mara@home.example", "Final-Recipient: rfc822; mara",
      "Final-Recipient: x-unix; mara@home.example", "Final-Recipient: mara@home.example",
      "X-Nothing: rfc822; mara@home.example",
    ])
  func `says nothing of a mailbox that passed it on to one that is not there`(
    field: String
  ) throws {
    let report = try #require(DeliveryReport(Self.report(Self.final, field)))
    #expect(report.status == "5.1.1" && !report.isMailboxGone(at: "mara@home.example"))
  }

  @Test func `may tell of several mailboxes, each for itself`() throws {
    let other = "Final-Recipient: rfc822; copies@old.example\nAction: failed\nStatus: 5.1.1\n\n"
    for status in ["5.1.1", "5.2.2"] {
      let mail = Self.report(
        "\(Self.final)\nAction: failed\nStatus: 5.1.1",
        "\(other)\(Self.final)\nAction: failed\nStatus: \(status)")
      let report = try #require(DeliveryReport(mail))
      #expect(report.isMailboxGone(at: "copies@old.example"))
      #expect(report.isMailboxGone(at: "mara@home.example") == (status == "5.1.1"))
    }
  }

  @Test func `is read no further than it may be long`() {
    let long = "X-Filler: " + String(repeating: "x", count: DeliveryReport.most) + "\nFrom: Mail"
    #expect(DeliveryReport(Self.report("From: Mail", long)) == nil)
    let filled = "X-Filler: " + String(repeating: "x", count: 10_000) + "\nFrom: Mail"
    #expect(DeliveryReport(Self.report("From: Mail", filled)) != nil)
  }
}
