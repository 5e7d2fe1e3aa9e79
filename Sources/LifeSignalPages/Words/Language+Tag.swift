import ComposableHTML
package import LifeSignalModel

extension Language {
  /// The language tag of a page, which also decides how the browser writes its times: English ones
  /// with 24 hours, Arabic ones with the digits of phone numbers.
  package var tag: String {
    switch self {
    case .english: "en-GB"
    case .arabic: "ar-u-nu-latn"
    default: rawValue
    }
  }

  var direction: Attribute.Direction { isRightToLeft ? .rightToLeft : .leftToRight }
}
