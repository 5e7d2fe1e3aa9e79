import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// A person's account as a whole.
extension APITable {
  public static let sendPhoneChangeCode = APIRoute<SendCodeRequest, SendCodeAnswer>(
    .post, "/user/phone-number/codes", by: .session)
  public static let updatePhoneNumber = APIRoute<CodeRequest, PhoneNumberAnswer>(
    .put, "/user/phone-number", by: .session)
  /// Bytes travel as base64, which makes them a third longer.
  public static let setPicture = APIRoute<ImageData, PictureAnswer>(
    .put, "/user/picture", by: .token(.account), bodyLimit: PictureRules.heaviest * 4 / 3 + 1_024)
  public static let removePicture = APIRoute<Empty, Empty>(
    .delete, "/user/picture", by: .token(.account))
  public static let getPicture = APIRoute<PictureReference, ImageData>(
    .get, "/pictures/{id}", by: .token(.read))
  public static let getActivity = APIRoute<ActivityRequest, ActivityPage>(
    .get, "/user/activity", by: .token(.read))
  public static let exportData = APIRoute<Empty, AccountExport>(
    .get, "/user/export", by: .token(.account))
  public static let sendDeletionCode = APIRoute<Empty, SendCodeAnswer>(
    .post, "/user/deletion/codes", by: .session)
  public static let deleteAccount = APIRoute<CodeRequest, Empty>(
    .post, "/user/deletion", by: .session)
  public static let updateContactPrivateFields = APIRoute<PrivateFieldsRequest, Empty>(
    .put, "/contacts/{id}/private-fields", by: .token(.contacts))
  public static let updateContactSwitches = APIRoute<SwitchesRequest, ContactData>(
    .put, "/contacts/{id}/switches", by: .token(.contacts))

  public static let getAccessTokens = APIRoute<Empty, APIList<AccessTokenData>>(
    .get, "/user/access-tokens", by: .session)
  public static let createAccessToken = APIRoute<NewAccessTokenRequest, NewAccessToken>(
    .post, "/user/access-tokens", by: .session)
  public static let revokeAccessToken = APIRoute<AccessTokenReference, Empty>(
    .delete, "/user/access-tokens/{id}", by: .session)

  static let account = [
    sendPhoneChangeCode.description, updatePhoneNumber.description, setPicture.description,
    removePicture.description, getPicture.description, getActivity.description,
    exportData.description, sendDeletionCode.description, deleteAccount.description,
    updateContactPrivateFields.description, updateContactSwitches.description,
    getAccessTokens.description, createAccessToken.description, revokeAccessToken.description,
  ]
}
