import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// A person's account as a whole.
extension APITable {
  public static let sendPhoneChangeCode = APIRoute<SendCodeRequest, SendCodeAnswer>(
    .post, "/user/phone-number/codes")
  public static let updatePhoneNumber = APIRoute<CodeRequest, PhoneNumberAnswer>(
    .put, "/user/phone-number")
  /// Bytes travel as base64, which makes them a third longer.
  public static let setPicture = APIRoute<ImageData, PictureAnswer>(
    .put, "/user/picture", bodyLimit: PictureRules.heaviest * 4 / 3 + 1_024)
  public static let removePicture = APIRoute<Empty, Empty>(.delete, "/user/picture")
  public static let getPicture = APIRoute<PictureReference, ImageData>(.get, "/pictures/{id}")
  public static let getActivity = APIRoute<ActivityRequest, ActivityPage>(.get, "/user/activity")
  public static let exportData = APIRoute<Empty, AccountExport>(.get, "/user/export")
  public static let sendDeletionCode = APIRoute<Empty, SendCodeAnswer>(
    .post, "/user/deletion/codes")
  public static let deleteAccount = APIRoute<CodeRequest, Empty>(.post, "/user/deletion")
  public static let updateContactPrivateFields = APIRoute<PrivateFieldsRequest, Empty>(
    .put, "/contacts/{id}/private-fields")
  public static let updateContactSwitches = APIRoute<SwitchesRequest, ContactData>(
    .put, "/contacts/{id}/switches")

  static let account = [
    sendPhoneChangeCode.description, updatePhoneNumber.description, setPicture.description,
    removePicture.description, getPicture.description, getActivity.description,
    exportData.description, sendDeletionCode.description, deleteAccount.description,
    updateContactPrivateFields.description, updateContactSwitches.description,
  ]
}
