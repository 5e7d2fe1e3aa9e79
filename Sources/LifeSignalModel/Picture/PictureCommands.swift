/// Removes the member's picture. Removing a missing one is a success.
public struct RemovePicture: Endpoint {
  public init() {}

  public struct Facts {
    var person: Person
    var peers: [Person.ID]
  }

  public static let route = Route(
    .delete, "/user/picture", summary: "Removes the own picture.", for: .token(.account), .ordinary)

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    Facts(person: try reads.recipient(me.id).person, peers: try reads.peers(of: me.id))
  }

  public func decide(_ facts: Facts, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(PictureRules.remove(of: facts.person, peers: facts.peers, moment: moment))
  }
}
