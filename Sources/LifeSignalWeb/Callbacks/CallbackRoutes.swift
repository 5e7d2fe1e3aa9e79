import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// A carrier's reports after it has accepted a message: the message's result, and replies.
///
/// A request without the carrier's signature is not read at all. The work is done before the
/// answer, in one short transaction: carriers repeat a request when they have to wait.
struct CallbackRoutes: Sendable {
  private let engine: Engine
  private let translations: Translations
  private let signature: CarrierSignature

  init(engine: Engine, translations: Translations, signature: CarrierSignature) {
    self.engine = engine
    self.translations = translations
    self.signature = signature
  }

  func add(to router: Router<WebContext>) {
    router.post("/callbacks/sms/status") { request, _ in
      let form = try await form(of: request)
      // A status this version does not know is no bad request: carriers invent new ones.
      switch form["MessageStatus"] ?? form["SmsStatus"] {
      case "delivered": try await confirm(.shown, request)
      case "read": try await confirm(.opened, request)
      case "undelivered", "failed", "canceled": try await bounce("sms", form, request)
      default: break
      }
      return Response(status: .noContent)
    }
    router.post("/callbacks/sms/reply") { request, _ in
      let form = try await form(of: request)
      let reply = Reply(
        id: Reply.ID(rawValue: try form.id("MessageSid")), from: form["From"] ?? "",
        text: form["Body"] ?? "")
      let message = try await engine.receive(reply)
      // With this field the carrier has answered by itself.
      guard let message, form["OptOutType"] == nil else { return CarrierReply.nothing.response }
      return CarrierReply.text(translations[message.language].say(message.answer.phrase)).response
    }
    router.post("/callbacks/voice/status") { request, _ in
      let form = try await form(of: request)
      switch form["CallStatus"] {
      case "busy", "failed", "no-answer", "canceled": try await bounce("voice", form, request)
      // A call that was answered may have been answered by a machine: only a key says more.
      default: break
      }
      return Response(status: .noContent)
    }
    router.post("/callbacks/voice/key") { request, _ in
      let form = try await form(of: request)
      let press = KeyPress(
        id: Reply.ID(rawValue: try form.id("CallSid")), token: token(of: request),
        keys: form["Digits"] ?? "")
      try await confirm(.opened, request)
      let answer = try await known {
        try await engine.perform(PressKey(press: press), by: System())
      }
      guard let message = answer ?? nil else { return CarrierReply.nothing.response }
      let words = translations[message.language].say(message.answer.phrase)
      return CarrierReply.speech(words, message.language).response
    }
  }

  // MARK: The request

  /// - Throws: 413 for more than a form, 415 for something else than one, 400 for one that cannot be
  ///   read, 403 for one that the carrier has not signed.
  private func form(of request: Request) async throws -> CallbackForm {
    let type = request.header(.contentType)?.prefix { $0 != ";" }
    guard type?.lowercased() == "application/x-www-form-urlencoded" else {
      throw HTTPError(.unsupportedMediaType)
    }
    guard let shown = request.header(Self.header) else { throw HTTPError(.forbidden) }
    let body = try await request.bytes(upTo: BodyLimit.callback)
    guard let form = CallbackForm(body.readableBytesView) else { throw HTTPError(.badRequest) }
    guard signature.isValid(shown, for: request.uri.string, form) else {
      throw HTTPError(.forbidden)
    }
    return form
  }

  private static let header = HTTPField.Name("X-Twilio-Signature")!

  private func token(of request: Request) -> String {
    request.query("message") ?? ""
  }

  // MARK: The effect

  private func confirm(_ rung: Rung, _ request: Request) async throws {
    _ = try await known {
      try await engine.perform(
        ConfirmReceipt(token: token(of: request), rung: rung), by: .system)
    }
  }

  private func bounce(_ channel: String, _ form: CallbackForm, _ request: Request) async throws {
    let status = form["MessageStatus"] ?? form["SmsStatus"] ?? form["CallStatus"] ?? ""
    var reason = "\(channel): \(status)"
    if let code = form["ErrorCode"].flatMap({ Int($0) }), code > 0 { reason += ", error \(code)" }
    _ = try await known { [reason] in
      try await engine.perform(
        Bounce(token: token(of: request), reason: reason), by: System())
    }
  }

  /// Nil for an unknown message: it has been swept, or belonged to a deleted account. To the
  /// carrier that is as good as any other answer.
  private func known<Answer>(_ perform: () async throws -> Answer) async throws -> Answer? {
    do {
      return try await perform()
    } catch Refusal.receiptUnknown {
      return nil
    }
  }
}

extension Request {
  /// Whether the request is a carrier's: a program that has no page of ours and signs its requests.
  var isFromCarrier: Bool { uri.path.hasPrefix("/callbacks/") }
}
