import Foundation
import LifeSignalAPI
import LifeSignalModel

@testable import LifeSignalStorage
@testable import LifeSignalWeb

/// The parsers of bytes that come from outside, each with what must hold whatever the bytes are.
///
/// `make fuzz` looks for bytes that break them; the tests beside this ask again for all that are kept in
/// `Fuzz/Corpus/`, in a folder for each. A trap breaks them as well.
enum ForeignBytes: String, CaseIterable, Sendable {
  /// A check-in or an alert that a device kept.
  case act
  /// An address that a person types into "How we reach you".
  case address
  /// A file that is given to `lifesignal restore`.
  case backup
  /// A request to the API.
  case body
  /// What a carrier posts.
  case callback
  /// What is typed or scanned for a code.
  case code
  /// Where a list goes on, from the address of a request.
  case cursor
  /// One picture of a camera.
  case frame
  /// The languages of a browser.
  case language
  /// The picture of a person.
  case picture
  /// A text from a member.
  case reply
  /// What a mail server says of a mail that came back.
  case report
  /// What a browser says of its subscription, as it is kept.
  case subscription
  /// Keys, and the names phones have.
  case token

  /// What did not hold.
  struct Broken: Error, CustomStringConvertible {
    var description: String
  }

  /// - Throws: ``Broken``; it is no fault when the bytes are refused.
  func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .act: try Self.checkAct(Data(bytes))
    case .address: try Self.checkAddress(text)
    case .backup: try Self.checkBackup(Data(bytes))
    case .body: try Self.checkBody(Data(bytes))
    case .callback: try Self.checkCallback(bytes)
    case .code: try Self.checkCode(text)
    case .cursor: try Self.checkCursor(text)
    case .frame: try Self.checkFrame(bytes)
    case .language: try Self.checkLanguage(text)
    case .picture: try Self.checkPicture(bytes)
    case .reply: try Self.checkReply(text)
    case .report: try Self.checkReport(bytes)
    case .subscription: try Self.checkSubscription(text)
    case .token: try Self.checkToken(text)
    }
  }

  private static func expect(_ holds: Bool, _ words: String) throws {
    if !holds { throw Broken(description: words) }
  }

  private static func checkAct(_ data: Data) throws {
    guard let act = try? JSONDecoder().decode(QueuedAct.self, from: data) else { return }
    for now in [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_800_000_000)] {
      guard let made = act.made(now: now) else {
        try expect(act.at == nil, "a time was lost")
        continue
      }
      try expect(made <= now, "from the future")
      try expect(made >= now - QueuedAct.longestWait, "older than an act can be")
      try expect(
        abs(made.storable.timeIntervalSince(made)) < 0.001, "another time when it is stored")
    }
  }

  private static func checkAddress(_ text: String) throws {
    for kind in [ChannelKind.sms, .email, .ntfy, .matrix, .telegram, .webhook] {
      let once = try? ChannelAddress.normalized(text, kind: kind, region: .unitedStates)
      guard let once else { continue }
      try expect(!once.isEmpty && once.utf8.count <= ChannelAddress.longest, "\(kind): length")
      try expect(once.utf8.allSatisfy { $0 > 0x1f && $0 != 0x7f }, "\(kind): a control character")
      let again = try? ChannelAddress.normalized(once, kind: kind, region: .unitedStates)
      try expect(again == once, "\(kind): two spellings of one address")
    }
  }

  /// SQLite reads the file; what it finds there is judged by us.
  private static func checkBackup(_ data: Data) throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "lifesignal-backup-\(UUID().uuidString)").path
    try FilePlacement.create(file)
    defer { FilePlacement.remove(file) }
    try data.write(to: URL(filePath: file))
    let summary: DatabaseSummary
    do {
      summary = try DatabaseSummary.examining(file)
    } catch let refusal as DatabaseFileError {
      return try expect(!refusal.description.isEmpty, "a refusal without words")
    }
    try expect((1...Migration.all.count).contains(summary.schema), "a schema that never was")
    try expect(summary.rows.values.allSatisfy { $0 >= 0 }, "less than no rows")
    try expect(summary.lastBeat?.ISO8601Format().utf8.count ?? 20 == 20, "a beat of no year")
    try expect(try DatabaseSummary.examining(file) == summary, "another summary the second time")
    try expect(try Data(contentsOf: URL(filePath: file)) == data, "looking at it changed it")
  }

  /// What was read and written again is read as the same.
  private static func trip<Message: Codable & Equatable>(
    _ type: Message.Type, _ data: Data
  ) throws {
    guard let read = try? APIJSON.decode(type, from: data) else { return }
    let first = try APIJSON.decode(type, from: APIJSON.encode(read))
    let second = try APIJSON.decode(type, from: APIJSON.encode(first))
    try expect(first == second, "\(type) changes when it is written")
  }

  private static func checkBody(_ data: Data) throws {
    for command in Endpoints.commands { try trip(command, data) }
    try trip(VerifyCodeRequest.self, data)
    try trip(AlarmsRequest.self, data)
    try trip(CheckInCodeRequest.self, data)
    try trip(NewPasskeyRequest.self, data)
    try trip(PasskeySignInRequest.self, data)
  }

  private static func checkCallback(_ bytes: [UInt8]) throws {
    guard let form = CallbackForm(bytes) else { return }
    try expect(form.signed.utf8.count <= bytes.count, "more was read than was sent")
    try expect(CallbackForm(bytes) == form, "the same bytes are another form")
    for name in ["From", "Body", "MessageSid", "Digits", "MessageStatus"] {
      guard let value = form[name] else { continue }
      // By bytes: what follows may begin with an accent.
      let isSigned = Data(form.signed.utf8).range(of: Data((name + value).utf8)) != nil
      try expect(isSigned, "\(name) is not signed")
    }
  }

  private static func checkCode(_ text: String) throws {
    guard let code = QRCodeID(scanned: text) else { return }
    try expect(code.rawValue.utf8.count == 36, "a code is a UUID")
    try expect(code.rawValue == code.rawValue.uppercased(), "a code is in upper case")
    try expect(QRCodeID(scanned: code.rawValue) == code, "a code is itself")
    try expect(QRCodeID(scanned: " \(code.rawValue.lowercased())\n") == code, "another spelling")
  }

  private static func checkCursor(_ text: String) throws {
    let query = try JSONEncoder().encode(["before": text, "limit": text])
    for data in [Data(text.utf8), query] {
      try trip(TimelineRequest.self, data)
      try trip(ActivityRequest.self, data)
      try trip(GetOlderCheckIns.self, data)
    }
    let number = (try? APIJSON.decode(TimelineRequest.self, from: query))?.limit.value
    try expect(number == Int(text), "another number than was said")
  }

  private static func checkFrame(_ bytes: [UInt8]) throws {
    guard let frame = GreyFrame(Data(bytes)) else { return }
    try expect(bytes.count <= GreyFrame.maximumBytes, "a frame is too large")
    try expect(
      GreyFrame.sides.contains(frame.width) && GreyFrame.sides.contains(frame.height)
        && frame.pixels.count == frame.width * frame.height, "a frame is not what it says")
    guard let text = QRCodeReader.text(in: frame) else { return }
    // The largest code there is holds 7,089 digits (ISO/IEC 18004).
    try expect(text.utf8.count <= 3 * 7_089, "more than a code holds")
    try checkCode(text)
  }

  private static func checkLanguage(_ text: String) throws {
    guard let language = Language(accepting: text) else { return }
    try expect(Language(accepting: language.rawValue) == language, "a language is not itself")
  }

  private static func checkPicture(_ bytes: [UInt8]) throws {
    guard let file = try? PictureFile.read(Data(bytes)) else { return }
    try expect(file.bytes.count <= bytes.count, "a picture grows")
    try expect((try? PictureFile.read(file.bytes)) == file, "something is taken out twice")
    try expect((try? PictureFile.kind(of: file.bytes)) == file.kind, "a picture of another kind")
  }

  private static func checkReply(_ text: String) throws {
    guard text.utf8.count < 190, let word = ReplyWord(reading: text) else { return }
    try expect(ReplyWord(reading: " \(text)!\n") == word, "space and marks count")
  }

  private static func checkReport(_ bytes: [UInt8]) throws {
    guard let report = DeliveryReport(Data(bytes)) else { return }
    try expect(report.name.wholeMatch(of: /[0-9a-f]{32}/) != nil, "a name that is none")
    try expect(
      report.status.wholeMatch(of: /[45]\.[0-9]{1,3}\.[0-9]{1,3}/) != nil, "a status that is none")
    // What comes after the part that is read changes nothing.
    try expect(
      bytes.count > DeliveryReport.most || DeliveryReport(Data(bytes + [0x0a])) == report,
      "another report with an empty line at its end")
  }

  private static func checkSubscription(_ text: String) throws {
    guard let subscription = PushSubscription(address: text) else { return }
    let again = PushSubscription(address: subscription.address)
    try expect(again == subscription, "a subscription changes when it is kept")
    try expect(again?.address == subscription.address, "one subscription has two addresses")
    guard subscription.isValid else { return }
    try expect(subscription.key.count == 65 && subscription.secret.count == 16, "no such key")
    try expect(subscription.endpoint.lowercased().hasPrefix("https://"), "sent in the clear")
  }

  private static func checkToken(_ text: String) throws {
    if let token = AccessTokenText(text: text) {
      try expect(token.text == text, "a key of another spelling")
    }
    if let token = DeviceToken(text) {
      try expect(DeviceToken(token.text) == token, "a phone has two names")
      try expect(DeviceToken(text.uppercased()) == token, "a phone has two spellings")
    }
    if let signal = ThingSignal(suffix: text) {
      try expect(ThingSignal.allCases.contains(signal), "a signal that is none")
    }
    if let data = Data(base64URL: text) {
      try expect(Data(base64URL: data.base64URL) == data, "base64url does not come back")
    }
  }
}
