import Foundation
import LifeSignalEngine
import LifeSignalModel

/// One message as `key=value` pairs on one line, in a fixed order.
struct ConsoleLine {
  let text: String

  init(_ message: CourierMessage, showing detail: ConsoleCourier.Detail) {
    var pairs = ["message", "channel=\(message.kind.rawValue)"]
    switch detail {
    case .everything:
      pairs += [
        "to=\(message.address)", "title=\(Self.quoted(message.title))",
        "text=\(Self.quoted(message.body))",
      ]
    case .withoutText:
      pairs.append("to=…\(message.address.suffix(2))")
    }
    pairs += ["priority=\(message.priority)", "attempt=\(message.attempt)"]
    pairs.append("key=\(message.idempotencyKey)")
    text = pairs.joined(separator: " ")
  }

  /// In quotation marks, with marks, line ends and control characters escaped: names are typed by
  /// people, and a line must stay one line and must not steer a terminal.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _
      where scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
