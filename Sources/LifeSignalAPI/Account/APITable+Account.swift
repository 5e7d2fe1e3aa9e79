import HTTPTypes
public import LifeSignalModel

/// A person's account as a whole.
extension APITable {
  public static let sendPhoneChangeCode = APIRoute<SendCodeRequest, SendCodeAnswer>(
    "sendPhoneChangeCode", .post, "/user/phone-number/codes",
    "Sends a code to the number the account is to move to.",
    by: .session)
  public static let updatePhoneNumber = APIRoute<CodeRequest, PhoneNumberAnswer>(
    "updatePhoneNumber", .put, "/user/phone-number",
    "Moves the account to the number the code was sent to.",
    by: .session)
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
  public static let sendDeletionCode = APIRoute<Empty, SendCodeAnswer>(
    "sendDeletionCode", .post, "/user/deletion/codes",
    "Sends a code to the own number, for deleting the account.",
    by: .session)
  public static let deleteAccount = APIRoute<CodeRequest, Empty>(
    "deleteAccount", .post, "/user/deletion",
    "Deletes the account for good.",
    by: .session)

  static let account = [
    sendPhoneChangeCode.description, updatePhoneNumber.description, setPicture.description,
    getPicture.description, getActivity.description,
    exportData.description, sendDeletionCode.description, deleteAccount.description,
  ]
}
