import HTTPTypes
public import LifeSignalModel

/// Devices that check in for a person. Their own signals go to their own addresses.
extension APITable {
  public static let getThings = APIRoute<Empty, ThingList>(
    "getThings", .get, "/things",
    "Lists things that check in for the person, and what their signs have to come to.",
    by: .token(.read))
  /// By people only, as every route that answers with a key.
  public static let addThing = APIRoute<ThingSettings, ThingKey>(
    "addThing", .post, "/things",
    "Adds a thing. The only answer with its token: it speaks at `/ping/{token}`.",
    by: .session)
  public static let editThing = APIRoute<EditThingRequest, Empty>(
    "editThing", .put, "/things/{id}",
    "Changes the settings of a thing.",
    by: .token(.account))
  public static let rotateThing = APIRoute<ThingReference, ThingKey>(
    "rotateThing", .post, "/things/{id}/key",
    "Gives a thing another token. The old one opens nothing any more.",
    by: .session)
  public static let removeThing = APIRoute<ThingReference, Empty>(
    "removeThing", .delete, "/things/{id}",
    "Removes a thing.",
    by: .token(.account))
  public static let setEvidenceRule = APIRoute<EvidenceRule, Empty>(
    "setEvidenceRule", .put, "/evidence-rule",
    "Sets what the signs of things have to come to.",
    by: .token(.account))

  static let things = [
    getThings.description, addThing.description, editThing.description, rotateThing.description,
    removeThing.description, setEvidenceRule.description,
  ]
}
