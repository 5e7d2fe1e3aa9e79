import CCurl
import Foundation
import Synchronization

/// One mail under way: the data that curl sends, and notes about the conversation.
///
/// All of it happens on the thread that runs the transfer, except for ``cancel()``.
final class SMTPTransfer: Sendable {
  private struct State {
    var bytes: [UInt8]
    var offset = 0
    var isCancelled = false
    /// After the farewell no result changes any more.
    var isOver = false
    var answer = SMTPAnswer(stage: .hello, code: 0)
  }

  private let state: Mutex<State>

  init(_ mail: String) {
    state = Mutex(State(bytes: Array(mail.utf8)))
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  var answer: SMTPAnswer { state.withLock { $0.answer } }

  /// Fills the buffer; 0 when everything has been read.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      let count = min(buffer.count, state.bytes.count - state.offset)
      guard count > 0 else {
        state.answer.stage = .sent
        return 0
      }
      buffer.copyBytes(from: state.bytes[state.offset..<(state.offset + count)])
      state.offset += count
      return count
    }
  }

  /// Handles one command that we send. It sees only that signing in happens, not the credentials.
  private func said(_ line: String) {
    state.withLock { state in
      switch line.prefix(4).uppercased() {
      case "EHLO", "HELO", "STAR": state.answer.stage = .hello
      case "MAIL": state.answer.stage = .sender
      case "RCPT": state.answer.stage = .recipient
      case "DATA": state.answer.stage = .data
      case "QUIT", "RSET": state.isOver = true
      case "AUTH": state.answer.stage = .signIn
      default: break
      }
    }
  }

  /// Handles one line of a reply: code, space or hyphen, words (RFC 5321 §4.2).
  private func heard(_ line: String) {
    guard let code = Int(line.prefix(3)), (200...599).contains(code) else { return }
    let words = line.dropFirst(4).prefix(500).trimmingCharacters(in: .whitespacesAndNewlines)
    state.withLock { state in
      guard !state.isOver else { return }
      state.answer.code = code
      state.answer.words = words
    }
  }
}

extension SMTPTransfer {
  private static func transfer(at pointer: UnsafeMutableRawPointer?) -> SMTPTransfer? {
    pointer.map { Unmanaged<SMTPTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes curl use this transfer. It must outlive every use of the handle.
  func attach(to handle: UnsafeMutableRawPointer) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    _ = lifesignal_curl_set_pointer(handle, CURLOPT_READDATA, own)
    _ = lifesignal_curl_set_read(handle) { buffer, size, count, own in
      guard let buffer, let transfer = SMTPTransfer.transfer(at: own) else { return 0 }
      return transfer.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
    _ = lifesignal_curl_set_pointer(handle, CURLOPT_XFERINFODATA, own)
    _ = lifesignal_curl_set_progress(handle) { own, _, _, _, _ in
      SMTPTransfer.transfer(at: own)?.isCancelled == true ? 1 : 0
    }
    _ = lifesignal_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
    // Only curl's debug output shows which command a reply belongs to.
    _ = lifesignal_curl_set_long(handle, CURLOPT_VERBOSE, 1)
    _ = lifesignal_curl_set_pointer(handle, CURLOPT_DEBUGDATA, own)
    _ = lifesignal_curl_set_debug(handle) { handle, kind, bytes, count, own in
      guard kind == CURLINFO_HEADER_OUT || kind == CURLINFO_HEADER_IN, let bytes,
        let transfer = SMTPTransfer.transfer(at: own)
      else { return 0 }
      let text = UnsafeRawBufferPointer(start: bytes, count: min(count, 2_000))
      let line = String(decoding: text, as: UTF8.self)
      if kind == CURLINFO_HEADER_OUT { transfer.said(line) } else { transfer.heard(line) }
      // After the farewell neither the limit nor a cancellation ends curl's waiting, but this does.
      if kind == CURLINFO_HEADER_OUT, line.hasPrefix("QUIT"), let handle {
        _ = lifesignal_curl_set_long(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, 1)
      }
      return 0
    }
  }
}
