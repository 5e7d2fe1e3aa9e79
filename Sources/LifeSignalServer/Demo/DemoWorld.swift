import LifeSignalEngine
import LifeSignalModel

/// Three people to try everything with: one who checks in and two responders.
///
/// One responder is accepted from the start, the other is left for the demo's user to accept.
struct DemoWorld: Sendable {
  struct Member: Sendable {
    var firstName: String
    var lastName: String
    /// From the range reserved for fiction: no telephone rings.
    var phoneNumber: String
    var part: String

    var name: String { "\(firstName) \(lastName)" }
    /// As typed on the sign-in page, also where the browser's country is another one.
    var typedNumber: String {
      let digits = phoneNumber.dropFirst(2)
      return "+1 \(digits.prefix(3))-\(digits.dropFirst(3).prefix(3))-\(digits.suffix(4))"
    }
  }

  static let checksIn = Member(
    firstName: "Margaret", lastName: "Hale", phoneNumber: "+12125550101", part: "checks in")
  static let newResponder = Member(
    firstName: "Dana", lastName: "Weiss", phoneNumber: "+12125550102",
    part: "wants to become Margaret's responder")
  static let responder = Member(
    firstName: "Oskar", lastName: "Lind", phoneNumber: "+12125550103",
    part: "is Margaret's responder")
  static let members = [checksIn, newResponder, responder]

  let engine: Engine

  /// Creates the missing people; existing ones keep everything they have done.
  func settle() async throws {
    let checksIn = try await settle(Self.checksIn)
    let newResponder = try await settle(Self.newResponder)
    let responder = try await settle(Self.responder)
    guard let margaret = checksIn, margaret.isNew, let dana = newResponder, let oskar = responder
    else { return }
    // Dana and Oskar only watch over others. Should one of them check in, only Margaret's check-in is
    // missed when the clock is moved by a day.
    for responder in [dana.id, oskar.id] {
      try await engine.perform(
        SetCheckInInterval(seconds: CheckInSettings.intervals.upperBound), by: .person(responder))
    }
    // She knows the app: its first steps are behind her.
    try await engine.perform(
      SetPreference(key: "CheckInPlanChosen", value: "true"), by: .person(margaret.id))
    try await engine.perform(
      CheckInNow(), by: LifeSignalModel.Member(margaret.id, from: Origin(scopes: [.checkIn])))
    let code = try await engine.user(oskar.id).qrCodeID
    try await engine.perform(
      AddContact(qrCode: code, isResponder: true, isDependent: false),
      by: .person(margaret.id))
    try await engine.perform(AcceptContact(id: margaret.id), by: .person(oskar.id))
  }

  /// - Returns: nil for an existing person whose rows are unreadable: they must not prevent the
  ///   start of a demo, or of any other server, and health names them.
  private func settle(_ member: Member) async throws -> (id: Person.ID, isNew: Bool)? {
    do {
      return try await made(member)
    } catch LedgerError.corrupt {
      return nil
    }
  }

  private func made(_ member: Member) async throws -> (id: Person.ID, isNew: Bool) {
    let id = try await engine.perform(
      Enrol(phoneNumber: member.phoneNumber, region: .unitedStates), by: System())
    guard try await !engine.user(id).profileComplete else { return (id, false) }
    try await engine.perform(
      UpdateProfile(Profile(firstName: member.firstName, lastName: member.lastName)),
      by: .person(id))
    return (id, true)
  }
}
