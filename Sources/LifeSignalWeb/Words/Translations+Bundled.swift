import ComposableHTML
import Foundation
public import LifeSignalModel

extension Translations {
  /// The catalogues shipped with this module.
  ///
  /// - Throws: if a language's file is missing or invalid: better no start than half a language.
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
  /// The language tag of a page, which also decides how the browser writes its times: English ones
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
