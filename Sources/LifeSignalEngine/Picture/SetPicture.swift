import LifeSignalModel

/// Sets the member's picture to one whose bytes have been read already.
///
/// Only ``Engine/setPicture(_:by:)`` makes it, which reads the bytes outside the transaction.
struct SetPicture: Command {
  let file: PictureFile

  static let terms = Terms.ordinary

  func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (person: Person, peers: [Person.ID]) {
    (try reads.recipient(me.id).person, try reads.peers(of: me.id))
  }

  func decide(
    _ facts: (person: Person, peers: [Person.ID]), by me: Member, at moment: Moment
  ) -> Decided<Picture.ID> {
    let id = Picture.ID(rawValue: moment.secrets.entropy.text(bytes: 16))
    return PictureRules.set(file, id: id, of: facts.person, peers: facts.peers, moment: moment)
  }
}
