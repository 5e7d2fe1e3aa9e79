import CCurl
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// Sends mails to one server, each over a connection of its own, with libcurl.
///
/// curl blocks: it runs on threads of its own, never on shared ones.
final class SMTPLine: Sendable {
  private let account: SMTPAccount
  private let limit: TimeInterval
  private let threads = MailThreads(most: 8)

  private static let isReady: Bool = curl_global_init(Int(clamping: CURL_GLOBAL_ALL)) == CURLE_OK

  /// - Parameter limit: seconds for a whole mail, name look-up included. Connecting has half of it.
  init(_ account: SMTPAccount, limit: TimeInterval) {
    self.account = account
    self.limit = limit
  }

  /// - Parameter isUrgent: goes before all waiting mails that are not urgent.
  /// - Throws: `CourierFailure`; `CancellationError` within about a second of being cancelled.
  func send(
    _ mail: String, from sender: String, to recipient: EmailAddress, isUrgent: Bool
  ) async throws {
    let transfer = SMTPTransfer(mail)
    let job = MailThreads.Job { [account, limit] in
      Self.perform(transfer, account, limit, sender, recipient.text)
    }
    let answer = await withTaskCancellationHandler {
      await threads.run(job, isUrgent: isUrgent)
    } onCancel: {
      transfer.cancel()
      job.cancel()
    }
    if transfer.isCancelled { throw CancellationError() }
    try answer.check()
  }

  private static func perform(
    _ transfer: SMTPTransfer, _ account: SMTPAccount, _ limit: TimeInterval, _ sender: String,
    _ recipient: String
  ) -> SMTPAnswer {
    guard !transfer.isCancelled, isReady, let handle = curl_easy_init() else {
      return SMTPAnswer(stage: .hello, code: 0, trouble: .broken)
    }
    defer { curl_easy_cleanup(handle) }
    let recipients = curl_slist_append(nil, "<\(recipient)>")
    defer { curl_slist_free_all(recipients) }
    guard set(account, on: handle, limit) else {
      return SMTPAnswer(stage: .hello, code: 0, trouble: .tls)
    }
    _ = lifesignal_curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(sender)>")
    _ = lifesignal_curl_set_pointer(handle, CURLOPT_MAIL_RCPT, recipients)
    _ = lifesignal_curl_set_long(handle, CURLOPT_UPLOAD, 1)
    transfer.attach(to: handle)
    let result = curl_easy_perform(handle)
    var answer = transfer.answer
    answer.trouble = trouble(result)
    return answer
  }

  /// False if an option that protects the connection was refused: then nothing is sent.
  private static func set(
    _ account: SMTPAccount, on handle: UnsafeMutableRawPointer, _ limit: TimeInterval
  ) -> Bool {
    var taken: [CURLcode] = []
    func set(_ option: CURLoption, _ text: String) {
      taken.append(lifesignal_curl_set_text(handle, option, text))
    }
    func set(_ option: CURLoption, _ number: Int) {
      taken.append(lifesignal_curl_set_long(handle, option, number))
    }
    set(CURLOPT_URL, account.url)
    set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    // Whatever the environment variables are, mail goes straight to the named server.
    set(CURLOPT_PROXY, "")
    // A signal would end the process, not the look-up.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(clamping: limit * 500)))
    set(CURLOPT_TIMEOUT_MS, max(1, Int(clamping: limit * 1_000)))
    set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, Int(clamping: limit)))
    // Without it the call waits for a hanging look-up to end.
    set(CURLOPT_QUICK_EXIT, 1)
    // Closed by this handle, which waits only briefly for a farewell: see `SMTPTransfer`.
    set(CURLOPT_FORBID_REUSE, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Int(clamping: CURL_SSLVERSION_TLSv1_2))
    if account.security != .none { set(CURLOPT_USE_SSL, Int(clamping: CURLUSESSL_ALL.rawValue)) }
    if let authorities = account.authorities { set(CURLOPT_CAINFO, authorities) }
    if let user = account.user {
      set(CURLOPT_USERNAME, user)
      set(CURLOPT_PASSWORD, account.password ?? "")
    }
    return taken.allSatisfy { $0 == CURLE_OK }
  }

  private static func trouble(_ code: CURLcode) -> SMTPAnswer.Trouble? {
    switch code {
    case CURLE_OK: nil
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .unreachable
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
      CURLE_SSL_CACERT_BADFILE:
      .tls
    case CURLE_LOGIN_DENIED: .signIn
    case CURLE_OPERATION_TIMEDOUT: .slow
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
      CURLE_ABORTED_BY_CALLBACK:
      .broken
    default: .garbage
    }
  }
}
