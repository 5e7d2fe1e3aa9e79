import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// Things that check in for a person. What they say themselves goes to their own addresses.
extension APITable {
  public static let getThings = APIRoute<Empty, ThingList>(.get, "/things", by: .token(.read))
  /// By people only, as every route that answers with a key.
  public static let addThing = APIRoute<ThingSettings, ThingKey>(.post, "/things", by: .session)
  public static let editThing = APIRoute<EditThingRequest, Empty>(
    .put, "/things/{id}", by: .token(.account))
  public static let rotateThing = APIRoute<ThingReference, ThingKey>(
    .post, "/things/{id}/key", by: .session)
  public static let removeThing = APIRoute<ThingReference, Empty>(
    .delete, "/things/{id}", by: .token(.account))
  public static let setEvidenceRule = APIRoute<EvidenceRule, Empty>(
    .put, "/evidence-rule", by: .token(.account))

  static let things = [
    getThings.description, addThing.description, editThing.description, rotateThing.description,
    removeThing.description, setEvidenceRule.description,
  ]
}
