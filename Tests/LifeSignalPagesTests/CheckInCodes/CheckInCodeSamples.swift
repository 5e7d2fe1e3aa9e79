import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  static var codes: CheckInCodesFeature.State {
    var state = noCodes
    state.sheet = CheckInSheetData(createdAt: ago(9 * 1_440), left: 21)
    return state
  }

  static var fewCodes: CheckInCodesFeature.State {
    var state = noCodes
    state.sheet = CheckInSheetData(createdAt: ago(90 * 1_440), left: 8)
    return state
  }

  static var noCodes: CheckInCodesFeature.State {
    var state = CheckInCodesFeature.State()
    state.hasLoaded = true
    return state
  }

  /// Carl is left out.
  static var codesTold: CheckInCodesFeature.State {
    var state = noCodes
    state.draft = CheckInCodesFeature.Draft([
      ContactData(id: "2001", name: "Bea Sommer", isResponder: true),
      ContactData(id: "2002", name: "Carl Okafor", isResponder: true),
    ])
    state.draft?.told = ["2001"]
    return state
  }

  static var newCodes: CheckInCodesFeature.State {
    var state = noCodes
    state.origin = "https://safe.example"
    // Small numbers: they belong to no one, and a server never makes them.
    state.created = NewCheckInSheet(
      groups: (0..<CheckInSheet.groups).map { group in
        (0..<CheckInSheet.codesOfGroup).map { number in
          CheckInCodeText(random: [0, 0, 0, 0, 0, UInt8(group), UInt8(number)]).printed
        }
      }, silentGroup: 2, details: CheckInSheetData(createdAt: now, left: 25))
    return state
  }

  static var newCodesWithGroup: CheckInCodesFeature.State {
    var state = newCodes
    state.isSilentGroupShown = true
    return state
  }
}
