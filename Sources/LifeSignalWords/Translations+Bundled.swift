import Foundation
public import LifeSignalModel

extension Translations {
  /// The catalogues shipped with this module.
  ///
  /// - Throws: if a language's file is missing or invalid: better no start than half a language.
  public static func bundled() throws -> Translations {
    let folder = Bundle.module.bundleURL.appending(path: "Languages")
    return try Translations(
      Language.allCases.filter { $0 != .english }.map { language in
        let file = folder.appending(path: "\(language.rawValue).json")
        return try Catalogue(language, json: Data(contentsOf: file))
      })
  }
}
