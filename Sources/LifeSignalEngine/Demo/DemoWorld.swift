public import LifeSignalModel

/// Three invented people for a first look: one who checks in and two who respond.
///
/// Made through the door like everybody else; making them again changes nothing.
public struct DemoWorld: Equatable, Sendable {
  public struct Member: Equatable, Sendable {
    public var id: Person.ID
    public var name: String
    /// E.164, from the range kept free for fiction.
    public var phoneNumber: String
    public var qrCode: QRCodeID
  }

  /// Checks in.
  public var p: Member
  /// Responders, not yet related to `p`: asking and accepting is part of the walk.
  public var r1: Member
  public var r2: Member

  public var all: [Member] { [p, r1, r2] }

  private static let cast = [
    ("Mara", "Lindqvist", "+15550100001", "Allergic to penicillin. Spare key at number 12."),
    ("Theo", "Okafor", "+15550100002", "Drives; ten minutes away."),
    ("Ines", "Castellano", "+15550100003", "Home in the evenings."),
  ]

  /// Makes the three, or finds them.
  /// - Parameter related: whether both responders are already accepted by `p`.
  public static func seed(_ engine: Engine, related: Bool = false) async throws -> DemoWorld {
    var members: [Member] = []
    for (firstName, lastName, phoneNumber, note) in cast {
      let outcome = try await engine.perform(
        .enrol(phoneNumber: phoneNumber, region: .unitedStates), by: .system)
      guard case .enrolled(let id) = outcome else { continue }
      if try await engine.user(id).needsOnboarding {
        try await engine.perform(
          .updateProfile(firstName: firstName, lastName: lastName, emergencyNote: note),
          by: .person(id))
      }
      let user = try await engine.user(id)
      members.append(
        Member(id: id, name: user.name, phoneNumber: phoneNumber, qrCode: user.qrCodeID))
    }
    let world = DemoWorld(p: members[0], r1: members[1], r2: members[2])
    if related {
      for responder in [world.r1, world.r2] { try await world.relate(responder, engine) }
    }
    return world
  }

  private func relate(_ responder: Member, _ engine: Engine) async throws {
    let known = try await engine.contacts(of: p.id)
    guard !known.contains(where: { $0.id == responder.id }) else { return }
    try await engine.perform(
      .requestRelation(qrCode: p.qrCode, isResponder: false, isDependent: true),
      by: .person(responder.id))
    try await engine.perform(.acceptRelation(responder.id), by: .person(p.id))
  }
}
