public import Foundation
public import LifeSignalModel

extension ProfileFeature.State {
  public var name: String { profile.name }
  /// As it is written in its own country.
  public var phoneNumber: String {
    PhoneNumber(e164: profile.phoneNumber).map { $0.display(in: $0.region) } ?? profile.phoneNumber
  }
  /// Where the codes go that the person requests for their own account, as displayed.
  public var ownAddress: String { phoneNumber.isEmpty ? profile.email ?? "" : phoneNumber }
  public var emergencyNote: String { profile.written.emergencyNote }
  public var profilePictureURL: URL? { profile.profilePictureURL }
  public var displayName: String { name.isEmpty ? "User" : name }
  public var hasProfilePicture: Bool { profilePictureURL != nil }

  /// The profile with what was typed. The other texts are the server's: another browser may have changed them
  /// since the editor was opened.
  public var editing: Profile {
    var profile = profile.written
    for (field, text) in edits { profile[field] = text }
    return profile
  }

  /// What is saved of it.
  var edit: Edit<Profile> { Edit(editing.trimmed, seen: profile.written.trimmed) }

  /// Whether the editor has something to save: both parts of a name, and a changed text.
  public var canSaveProfile: Bool {
    let edit = edit
    return !isLoading && !edit.wanted.firstName.isEmpty && !edit.wanted.lastName.isEmpty
      && edit.wanted != edit.seen
  }

  public var canSendPhoneCode: Bool {
    !isLoading && PhoneNumber.isValid(editingPhone, region: editingPhoneRegion)
  }

  /// Why the new number cannot be used, as soon as that is clear.
  public var phoneProblem: PhoneNumber.Problem? {
    PhoneNumber.problem(editingPhone, region: editingPhoneRegion)
  }

  /// No known number begins like the new one; more digits may change that.
  public var isPhoneUnknown: Bool {
    PhoneNumber.isUnknownRange(editingPhone, region: editingPhoneRegion)
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
