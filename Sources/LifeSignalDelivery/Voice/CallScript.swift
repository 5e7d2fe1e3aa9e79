import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The text spoken in a call, in the carrier's own markup (TwiML).
struct CallScript {
  let text: String

  /// The most characters that a carrier accepts with the call.
  static let most = 4_000

  /// Reads the message twice: a person who has just woken up misses the first time. A key ends the
  /// reading.
  /// - Parameters:
  ///   - key: where a pressed key is sent; nil if this server could not receive it.
  ///   - catalogue: of the language of the message.
  init(
    _ message: CourierMessage, answer: PossibleAnswer?, key: String?, in catalogue: Catalogue
  ) {
    var words = message.words(joinedBy: ".")
    var language = catalogue.language
    if message.isOneTimeCode {
      (words, language) = (Self.spelled(words), .english)
    }
    let hint = key == nil ? nil : answer.map { catalogue.say($0.byKey) }
    var script = Self.script(words, hint, key, language)
    // Shortened until it fits; escaped, a character may need six.
    while script.utf16.count > Self.most, !words.isEmpty {
      words = String(words.prefix(words.count * 2 / 3))
      script = Self.script(words, hint, key, language)
    }
    text = script
  }

  /// Digit by digit: "123-456" would be read as two numbers, or as a difference. Codes are read in
  /// English, as they are written.
  private static func spelled(_ words: String) -> String {
    var spelled = ""
    var isAfterDigit = false
    for character in words {
      let isDigit = character.isASCII && character.isNumber
      if isDigit {
        spelled += isAfterDigit ? ", \(character)" : "\(character)"
      } else if character != "-" || !isAfterDigit {
        spelled.append(character)
      }
      isAfterDigit = isDigit || isAfterDigit && character == "-"
    }
    return spelled
  }

  private static func script(
    _ words: String, _ hint: String?, _ key: String?, _ language: Language
  ) -> String {
    let say = [words, hint].compactMap { $0 }.map {
      "<Say language=\"\(language.spoken)\">\(escaped($0))</Say>"
    }
    .joined()
    let twice = say + "<Pause length=\"1\"/>" + say
    guard let key else { return "<Response>\(twice)</Response>" }
    return """
      <Response><Gather action="\(escaped(key))" method="POST" numDigits="1" timeout="10">\
      \(twice)</Gather></Response>
      """
  }

  /// Characters that XML cannot contain at all are left out (XML 1.0, section 2.2).
  private static func escaped(_ text: String) -> String {
    Markup.escaped(text) { scalar in
      switch scalar {
      case "\n", "\r", "\t": " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: nil
      default: scalar
      }
    }
  }
}
