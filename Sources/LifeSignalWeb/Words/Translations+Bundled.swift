import ComposableHTML
import Foundation
public import LifeSignalModel

extension Translations {
  /// The catalogues shipped with this module.
  ///
  /// - Throws: when a language's file is missing or is not what it should be: better no start than
  ///   half a language.
  public static func bundled() throws -> Translations {
    let folder = Bundle.module.bundleURL.appending(path: "Public/languages")
    return try Translations(
      Language.allCases.filter { $0 != .english }.map { language in
        let file = folder.appending(path: "\(language.rawValue).json")
        return try Catalogue(language, json: Data(contentsOf: file))
      })
  }
}

extension Language {
  /// What a page in this language says of itself, and how the browser writes its times: English ones
  /// with 24 hours, Arabic ones with the digits of phone numbers.
  var tag: String {
    switch self {
    case .english: "en-GB"
    case .arabic: "ar-u-nu-latn"
    default: rawValue
    }
  }

  var direction: Attribute.Direction { isRightToLeft ? .rightToLeft : .leftToRight }
}
