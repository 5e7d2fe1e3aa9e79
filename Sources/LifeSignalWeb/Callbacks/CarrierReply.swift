import HTTPTypes
import Hummingbird
import LifeSignalModel
import NIOCore

/// The instructions to a carrier: its own markup (TwiML).
enum CarrierReply {
  case nothing
  /// A text back to the sender.
  case text(String)
  /// Words in the call.
  case speech(String, Language)

  var response: Response {
    Response(
      status: .ok,
      headers: [.contentType: "text/xml; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(string: markup)))
  }

  var markup: String {
    switch self {
    case .nothing: "<Response></Response>"
    case .text(let text): "<Response><Message>\(Self.escaped(text))</Message></Response>"
    case .speech(let text, let language):
      """
      <Response><Say language="\(language.spoken)">\(Self.escaped(text))</Say></Response>
      """
    }
  }

  /// As text (XML 1.0, section 2.4). Characters that XML cannot contain at all are left out.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
