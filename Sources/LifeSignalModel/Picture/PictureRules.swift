/// A person's own picture.
public enum PictureRules {
  /// The maximum number of bytes that are read at all.
  public static let heaviest = 5_000_000
  /// Pixels in either direction.
  public static let longestSide = 1_024

  public static func set(
    _ file: PictureFile, id: Picture.ID, of person: Person, peers: [Person.ID], moment: Moment
  ) -> Decided<Picture.ID> {
    var changed = person
    changed.picture = id
    changed.updatedAt = moment.now
    var decision = Decision(
      events: [.pictureChanged(person.id)],
      mutations: [
        .updatePerson(changed), .removePictures(person.id),
        .insertPicture(
          Picture(
            id: id, person: person.id, kind: file.kind, bytes: file.bytes, createdAt: moment.now)),
      ])
    touch(person.id, peers, &decision)
    return Decided(decision, id)
  }

  /// Removing a missing picture is a success.
  public static func remove(
    of person: Person, peers: [Person.ID], moment: Moment
  ) -> Decision {
    guard person.picture != nil else { return Decision() }
    var changed = person
    changed.picture = nil
    changed.updatedAt = moment.now
    var decision = Decision(
      events: [.pictureChanged(person.id)],
      mutations: [.updatePerson(changed), .removePictures(person.id)])
    touch(person.id, peers, &decision)
    return decision
  }

  private static func touch(
    _ person: Person.ID, _ peers: [Person.ID], _ decision: inout Decision
  ) {
    decision.touch(person, .user)
    decision.touch(peers, [.contacts, .pings])
  }
}
