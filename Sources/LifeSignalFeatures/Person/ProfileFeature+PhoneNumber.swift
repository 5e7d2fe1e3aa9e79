import Composable
import LifeSignalModel

/// Changing to another number: a code to it, entering the code, and the account has it.
extension ProfileFeature {
  func changePhoneNumber(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .startPhoneNumberChange:
      state.forgetPhoneNumberChange()
      state.editingPhoneRegion =
        PhoneNumber(e164: state.profile.phoneNumber)?.region ?? .unitedStates
      state.sheet = .editPhone
      return .none

    case .cancelPhoneNumberChange:
      state.forgetPhoneNumberChange()
      state.isLoading = false
      state.sheet = nil
      return .cancel(id: CancellationID.phoneNumberChange)

    case .setEditingPhone(let text):
      state.editingPhone = PhoneNumber.editing(text, region: state.editingPhoneRegion)
      state.phoneErrorMessage = nil
      return .none

    case .setEditingPhoneRegion(let region):
      state.editingPhoneRegion = region
      state.editingPhone = PhoneNumber.editing(state.editingPhone, region: region)
      return .none

    case .sendPhoneChangeVerificationCode:
      guard state.canSendPhoneCode else { return .none }
      state.isLoading = true
      state.phoneErrorMessage = nil
      return sendCode(state)

    case .sendPhoneChangeVerificationCodeResponse(.success(let id)):
      state.isLoading = false
      state.isCodeSent = true
      state.verificationID = id
      state.verificationCode = ""
      return .none

    case .setVerificationCode(let text):
      let digits = text.filter { $0.isASCII && $0.isNumber }.prefix(AuthFeature.codeLength)
      state.verificationCode =
        digits.count > 3 ? "\(digits.prefix(3))-\(digits.dropFirst(3))" : String(digits)
      state.phoneErrorMessage = nil
      return .none

    case .verifyPhoneChangeCode:
      guard !state.isLoading, state.isCodeSent else { return .none }
      guard state.canVerifyPhoneCode else {
        return .send(
          .verifyPhoneChangeCodeResponse(
            .failure(
              .validation(
                title: "Please check what you entered", message: "Enter the six digits of the code."
              ))))
      }
      return .send(.verifyPhoneChangeCodeResponse(.success(Empty())))

    case .verifyPhoneChangeCodeResponse(.success):
      return .send(.updateUserPhoneNumber)

    case .updateUserPhoneNumber:
      // The server verifies and moves the account in one step.
      guard state.canVerifyPhoneCode, let id = state.verificationID else { return .none }
      state.isLoading = true
      return update(state, id)

    case .updateUserPhoneNumberResponse(.success(let number)):
      state.forgetPhoneNumberChange()
      state.isLoading = false
      state.sheet = nil
      state.profile.phoneNumber = number
      state.feedback = .phoneNumberUpdated
      return .none

    case .sendPhoneChangeVerificationCodeResponse(.failure(let error)),
      .verifyPhoneChangeCodeResponse(.failure(let error)),
      .updateUserPhoneNumberResponse(.failure(let error)):
      state.isLoading = false
      state.phoneErrorMessage = error.message
      return .none

    default:
      return .none
    }
  }

  private func sendCode(_ state: State) -> Effect<Action> {
    .request(Action.sendPhoneChangeVerificationCodeResponse, cancelled: .requestCancelled) {
      [authClient, number = state.editingPhone, region = state.editingPhoneRegion] in
      try await authClient.sendVerificationCode(number, region)
    }
    .cancellable(id: CancellationID.phoneNumberChange, cancelInFlight: true)
  }

  private func update(_ state: State, _ id: String) -> Effect<Action> {
    let code = state.verificationCode.filter(\.isNumber)
    return .request(Action.updateUserPhoneNumberResponse, cancelled: .requestCancelled) {
      [authClient, region = state.editingPhoneRegion] in
      try await authClient.updatePhoneNumber(code, id, region)
    }
    .cancellable(id: CancellationID.phoneNumberChange, cancelInFlight: true)
  }
}

extension ProfileFeature.State {
  fileprivate mutating func forgetPhoneNumberChange() {
    editingPhone = ""
    isCodeSent = false
    verificationID = nil
    verificationCode = ""
    phoneErrorMessage = nil
  }
}
