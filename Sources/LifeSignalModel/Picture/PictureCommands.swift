/// Sets the member's picture to one whose bytes have been read already.
///
/// Programs and pages send bytes, which are read outside the transaction: see
/// `Engine.setPicture(_:by:)`.
public struct SetPicture: Command {
  public var file: PictureFile

  public init(file: PictureFile) { self.file = file }

  public static let terms = Terms.ordinary

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> RemovePicture.Facts {
    RemovePicture.Facts(
      person: try reads.recipient(me.id).person, peers: try reads.peers(of: me.id))
  }

  public func decide(
    _ facts: RemovePicture.Facts, by me: Member, at moment: Moment
  ) -> Decided<Picture.ID> {
    let id = Picture.ID(rawValue: moment.secrets.entropy.text(bytes: 16))
    return PictureRules.set(file, id: id, of: facts.person, peers: facts.peers, moment: moment)
  }
}

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
