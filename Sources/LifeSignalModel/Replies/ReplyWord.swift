import Foundation

/// The meaning of a text that a person has sent.
public enum ReplyWord: Equatable, Sendable, CaseIterable {
  /// "I am well": a check-in.
  case fine
  /// The answer to a ping, which is a check-in.
  case one
  /// "I am on it": the answer to an alert.
  case onIt
  /// The same reminder once more.
  case later
  /// No more text messages.
  case stop
  /// Text messages again.
  case start

  /// Reads a whole text, in any of the app's languages and however it is typed: capitals, accents,
  /// punctuation, emoji and spaces do not count. Nil for everything else: a sentence that merely
  /// contains a word may mean its opposite.
  public init?(reading text: String) {
    guard text.utf8.count <= 200, let word = Self.table[Self.bare(text)] else { return nil }
    self = word
  }

  /// The letters and digits, in lower case, with single spaces between words.
  static func bare(_ text: String) -> String {
    var result = ""
    for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
      if let digit = scalar.properties.numericType == .decimal
        ? scalar.properties.numericValue : nil
      {
        result += String(Int(clamping: digit))
      } else if scalar.properties.isAlphabetic {
        if scalar.properties.generalCategory != .nonspacingMark {
          result.unicodeScalars.append(scalar)
        }
      } else if scalar.properties.generalCategory != .nonspacingMark {
        result += " "
      }
    }
    return result.split(separator: " ").joined(separator: " ")
  }

  private static let table: [String: ReplyWord] = {
    var table: [String: ReplyWord] = [:]
    for word in allCases {
      for spelling in word.spellings.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
        table[bare(String(spelling))] = word
      }
    }
    return table
  }()

  /// English first, then German, Spanish, French, Arabic, Chinese. The English ones of `stop` are those
  /// that carriers honour too.
  private var spellings: String {
    switch self {
    case .fine:
      """
      ok,okay,o.k.,k,fine,i'm ok,im ok,i am ok,i'm fine
      alles gut,mir geht es gut,gut
      bien,estoy bien,vale
      ça va,je vais bien,d'accord
      حسنا,بخير,أنا بخير,تمام
      好,好的,我没事,没事,平安
      """
    case .one: "1"
    case .onIt:
      """
      on it,onit,i'm on it,im on it,i am on it
      bin dran,ich bin dran,ich kümmere mich,ich kümmere mich darum
      me encargo,yo me encargo,me ocupo
      je m'en occupe,je m'en charge
      سأهتم بالأمر,أنا أهتم بالأمر
      我来处理,我来,我负责
      """
    case .later:
      """
      later,snooze,remind me later
      später,später erinnern
      más tarde,luego
      plus tard
      لاحقا,فيما بعد
      稍后,稍后提醒,晚点
      """
    case .stop:
      """
      stop,stop all,stopall,unsubscribe,cancel,end,quit,revoke,optout,opt out
      stopp,abmelden
      parar,baja,alto
      arrêt,arrêter,désabonner
      توقف,إيقاف
      停止,退订
      """
    case .start:
      """
      start,unstop
      anmelden
      alta,empezar
      reprendre
      ابدأ
      开始,恢复
      """
    }
  }
}
