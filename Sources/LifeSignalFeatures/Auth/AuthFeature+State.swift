import Foundation
public import LifeSignalModel

extension AuthFeature.State {
  /// Begins with the region of the browser's language, or with none if its zone is elsewhere.
  public mutating func suggest(_ region: Region?) {
    regionHints.language = region
    followHints()
  }

  /// The means by which a code is sent now.
  public var means: SignInMeans {
    chosenMeans.flatMap { offeredMeans.contains($0) ? $0 : nil } ?? offeredMeans.first ?? .phone
  }

  /// Those that the person may choose in its place.
  public var otherMeans: [SignInMeans] { offeredMeans.filter { $0 != means } }

  public var isEmailValid: Bool { email != nil }

  /// Where the code was sent, as it is shown.
  public var destination: String {
    means == .email ? email ?? emailAddress : formattedPhoneNumber
  }

  private var email: String? { try? SignInAddress(email: emailAddress).text }

  /// Back to the beginning, except for the knowledge of the visitor's country and of the server.
  mutating func reset() {
    let (hints, offered) = (regionHints, offeredMeans)
    self = Self()
    regionHints = hints
    offeredMeans = offered
    followHints()
  }

  /// A number that is typed already stays in its region, and must be judged again: it may be a
  /// stranger's there.
  mutating func followHints() {
    guard !isRegionChosen, !isVerificationCodeSent else { return }
    if let guess = regionHints.guess, phoneNumber.isEmpty { selectedRegion = guess }
    setPhoneNumber(phoneNumber)
  }

  mutating func setPhoneNumber(_ text: String) {
    phoneNumber = PhoneNumber.editing(text, region: selectedRegion)
    isPhoneNumberValid =
      !lacksCountry && PhoneNumber.isValid(phoneNumber, region: selectedRegion)
  }

  /// Keeps six digits; the hyphen is for the eye only and never counts.
  mutating func setCode(_ text: String) {
    let digits = String(
      text.filter { $0.isASCII && $0.isNumber }.prefix(AuthFeature.codeLength))
    verificationCode = digits.count > 3 ? "\(digits.prefix(3))-\(digits.dropFirst(3))" : digits
    isVerificationCodeValid = digits.count == AuthFeature.codeLength
    codeProblem = nil
  }

  mutating func forgetVerification() {
    setCode("")
    verificationID = nil
    isVerificationCodeSent = false
    canResendCode = false
    resendCodeTimer = 0
  }
}
