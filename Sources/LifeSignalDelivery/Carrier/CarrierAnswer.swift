import LifeSignalEngine

/// A carrier's answer to a message.
///
/// Only a message with a number of the carrier's own counts as accepted: an answer of 200 with
/// nothing, or with unreadable content, has accepted nothing. Its texts are never repeated, since
/// they quote numbers.
struct CarrierAnswer: Sendable {
  let answer: ServiceAnswer

  private struct Receipt: Decodable {
    var sid: String
    var status: String?
    var errorCode: Int?

    enum CodingKeys: String, CodingKey {
      case sid, status
      case errorCode = "error_code"
    }
  }

  private struct Problem: Decodable {
    var code: Int
  }

  /// - Throws: `CourierFailure` unless the message was accepted.
  func check(_ name: String) throws(CourierFailure) {
    let status = answer.status
    switch status {
    case 201: try checkReceipt(name)
    case 408, 425, 429, 500...:
      throw .transient("\(name): answered \(status)", retryAfter: answer.retryAfter)
    // A wrong account or address is the operator's fault, and waiting messages are sent when it is
    // fixed: whatever the code, unless it is about the recipient's number.
    case 401, 403, 404:
      switch failure(name) {
      case .addressGone(let words, _): throw .addressGone(words)
      case .transient(let words, _), .rejected(let words): throw .transient(words)
      case nil: throw .transient("\(name): answered \(status)")
      }
    case 400..<500: throw failure(name) ?? .transient("\(name): answered \(status) and garbage")
    default: throw .transient("\(name): answered \(status)")
    }
  }

  private func checkReceipt(_ name: String) throws(CourierFailure) {
    guard let receipt = answer.json(Receipt.self), !receipt.sid.isEmpty else {
      throw .transient("\(name): answered 201 without a receipt")
    }
    guard ["failed", "undelivered", "canceled"].contains(receipt.status ?? "") else { return }
    throw receipt.errorCode.map { Self.failure($0, name) } ?? .rejected("\(name): failed at once")
  }

  private func failure(_ name: String) -> CourierFailure? {
    answer.json(Problem.self).map { Self.failure($0.code, name) }
  }

  /// By the carrier's dictionary of errors: https://www.twilio.com/docs/api/errors
  private static func failure(_ code: Int, _ name: String) -> CourierFailure {
    let words = "\(name): error \(code)"
    return switch code {
    // There is no such number, it cannot get texts, or its owner refuses them.
    case 21211, 21217, 21610, 21614, 21635: .addressGone(words)
    // Wrong credentials; an account that is closed, suspended or not found; too many requests; a
    // full queue; the account's own limit of the day.
    case 20003, 10001, 20005, 30002, 20404, 20429, 21611, 30001, 63038: .transient(words)
    default: .rejected(words)
    }
  }
}
