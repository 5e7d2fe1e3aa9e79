import LifeSignalEngine
import LifeSignalModel

/// The three people of ``SmallWorld``: made through the door like everyone else. All have a countdown.
struct Cast: Sendable {
  struct Member: Sendable {
    var id: Person.ID
    var qrCode: QRCodeID
  }

  /// Checks in.
  var p: Member
  /// Responders, not yet related to `p`: asking and accepting is part of the walk.
  var r1: Member
  var r2: Member

  private static let cast = [
    ("Mara", "Lindqvist", "+15550100001", "Allergic to penicillin. Spare key at number 12."),
    ("Theo", "Okafor", "+15550100002", "Drives; ten minutes away."),
    ("Ines", "Castellano", "+15550100003", "Home in the evenings."),
  ]

  /// - Parameter related: whether both responders are already accepted by `p`.
  static func seed(_ engine: Engine, related: Bool) async throws -> Cast {
    var members: [Member] = []
    for (firstName, lastName, phoneNumber, note) in cast {
      let id = try await engine.perform(
        Enrol(phoneNumber: phoneNumber, region: .unitedStates), by: .system)
      try await engine.perform(
        UpdateProfile(Profile(firstName: firstName, lastName: lastName, emergencyNote: note)),
        by: .person(id))
      // As a program does it: without a notice, which tests would have to subtract.
      try await engine.perform(
        CheckInNow(), by: LifeSignalModel.Member(id, from: Origin(scopes: [.checkIn])))
      members.append(Member(id: id, qrCode: try await engine.user(id).qrCodeID))
    }
    let cast = Cast(p: members[0], r1: members[1], r2: members[2])
    if related {
      for responder in [cast.r1, cast.r2] { try await cast.relate(responder, engine) }
    }
    return cast
  }

  private func relate(_ responder: Member, _ engine: Engine) async throws {
    try await engine.perform(
      AddContact(qrCode: p.qrCode, isResponder: false, isDependent: true),
      by: .person(responder.id))
    try await engine.perform(AcceptContact(id: responder.id), by: .person(p.id))
  }
}
