public import Foundation
public import LifeSignalModel

extension ProfileFeature.State {
  public var name: String { profile.name }
  /// As displayed.
  public var phoneNumber: String {
    PhoneNumber(e164: profile.phoneNumber)?.display ?? profile.phoneNumber
  }
  public var emergencyNote: String { profile.emergencyNote }
  public var profilePictureURL: URL? { profile.profilePictureURL }
  public var displayName: String { name.isEmpty ? "User" : name }
  public var hasProfilePicture: Bool { profilePictureURL != nil }

  /// Both parts of the name being edited.
  public var editingName: String {
    PersonName.full(first: editingFirstName, last: editingLastName)
  }

  /// Whether the editor has a name to save: both parts filled, and name or note changed.
  public var canSaveProfile: Bool {
    guard !isLoading, !PersonName.trimmed(editingFirstName).isEmpty,
      !PersonName.trimmed(editingLastName).isEmpty
    else { return false }
    return editingName != name
      || PersonName.trimmed(editingDescription) != PersonName.trimmed(emergencyNote)
  }

  /// The profile with the editor's values.
  var editedProfile: UserProfile {
    var edited = profile
    edited.firstName = PersonName.trimmed(editingFirstName)
    edited.lastName = PersonName.trimmed(editingLastName)
    edited.emergencyNote = PersonName.trimmed(editingDescription)
    return edited
  }

  public var canSendPhoneCode: Bool {
    !isLoading && PhoneNumber.isValid(editingPhone, region: editingPhoneRegion)
  }

  /// Why the new number cannot be used, as soon as that is clear.
  public var phoneProblem: PhoneNumber.Problem? {
    PhoneNumber.problem(editingPhone, region: editingPhoneRegion)
  }

  public var canVerifyPhoneCode: Bool {
    !isLoading && verificationID != nil
      && verificationCode.filter(\.isNumber).count == AuthFeature.codeLength
  }

  /// The number the code was sent to, as displayed.
  public var newPhoneNumber: String {
    PhoneNumber(editingPhone, region: editingPhoneRegion)?.display ?? editingPhone
  }

  public var showEditNameSheet: Bool { sheet == .editName }
  public var showEditDescriptionSheet: Bool { sheet == .editDescription }
  public var showEditAvatarSheet: Bool { sheet == .editAvatar }
  public var showEditPhoneSheet: Bool { sheet == .editPhone }
  public var showSignOutConfirmation: Bool { confirmSignOut != nil }
}
