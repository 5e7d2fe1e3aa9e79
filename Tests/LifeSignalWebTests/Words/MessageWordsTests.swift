import Foundation
import LifeSignalModel
import LifeSignalWords
import Testing

/// What a message says where it is read alone, in every language.
@Suite struct `Words of a call for help` {
  private static let number = "+15550100001"

  private func person(_ id: Person.ID, _ name: String, _ language: Language) -> Person {
    Person(
      id: id, profile: Profile(firstName: name, lastName: "Hale"),
      phoneNumber: id == "1" ? Self.number : "+15550100002",
      qrCode: QRCodeID(rawValue: "CODE-\(id)"), profileComplete: true, language: language,
      createdAt: .distantPast, updatedAt: .distantPast, lastSignInAt: .distantPast)
  }

  /// The message to the one responder.
  private func call(_ language: Language) throws -> (Person, Delivery, Catalogue) {
    let translations = try Translations.bundled()
    let (margaret, bea) = (person("1", "Margaret", language), person("2", "Bea", language))
    let responder = Recipient(
      person: bea,
      channels: [
        Channel(
          id: "20", person: "2", kind: .sms, address: bea.phoneNumber, createdAt: .distantPast)
      ])
    var last: Int64 = 99
    let decision = AlertRules.raise(
      AlertFacts(me: Recipient(person: margaret, channels: []), responders: [responder]),
      moment: Moment(now: Date(milliseconds: 1_767_600_000_000), translations: translations) {
        last += 1
        return last
      })
    return (margaret, try #require(decision.deliveries.first), translations[language])
  }

  @Test(arguments: Language.allCases)
  func `they name the person and the number to call`(language: Language) throws {
    let (margaret, delivery, _) = try call(language)
    #expect(delivery.body.contains(margaret.name))
    #expect(delivery.body.contains(Self.number))
  }

  @Test(arguments: Language.allCases)
  func `during a duress alert they offer no call, also to a former number`(language: Language)
    throws
  {
    var (margaret, delivery, words) = try call(language)
    margaret.phoneNumber = "+15550100009"
    let careful = delivery.duringDuress(of: margaret, in: words).body
    #expect(!careful.contains("+1555"), "\(careful)")
    #expect(careful.contains(margaret.name))
    let raised = words.say("\(margaret.name) raised an alert.")
    #expect(careful == words.say("\(raised) Do not call or text \(margaret.name)."))
  }
}
