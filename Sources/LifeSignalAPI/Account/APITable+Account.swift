import HTTPTypes
public import LifeSignalModel

/// A person's account as a whole.
extension APITable {
  /// Bytes travel as base64, which makes them a third longer.
  public static let setPicture = APIRoute<ImageData, PictureAnswer>(
    "setPicture", .put, "/user/picture",
    "Sets the own picture, JPEG or PNG, at most 5 MB and 1,024 pixels a side.",
    by: .token(.account), bodyLimit: PictureRules.heaviest * 4 / 3 + 1_024)
  public static let getPicture = APIRoute<PictureReference, ImageData>(
    "getPicture", .get, "/pictures/{id}",
    "Reads a picture the person may see.",
    by: .token(.read))
  public static let getActivity = APIRoute<ActivityRequest, ActivityPage>(
    "getActivity", .get, "/user/activity",
    "Lists who looked at the person and who asked, newest first.",
    by: .token(.read))
  public static let exportData = APIRoute<Empty, AccountExport>(
    "exportData", .get, "/user/export",
    "Exports everything that is stored about the person, as one document.",
    by: .token(.account))

  static let account = [
    setPicture.description, getPicture.description, getActivity.description,
    exportData.description,
  ]
}
