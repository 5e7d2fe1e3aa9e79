import LifeSignalFeatures

/// The part kept of a page that has not been viewed for a while. The rest is read again.
struct PageSnapshot: Sendable {
  /// The tab a member was on.
  var tab: MainTabFeature.Tab?
  /// How far a visitor had come in signing in: the code may arrive after the phone was locked.
  var auth: AuthFeature.State?

  init?(_ state: AppFeature.State) {
    if state.isAuthenticated {
      tab = state.mainTab?.selectedTab
    } else if state.auth.isVerificationCodeSent || !state.auth.phoneNumber.isEmpty
      || !state.auth.emailAddress.isEmpty
    {
      var auth = state.auth
      auth.isLoading = false
      // A person who opens the page again gets a new request.
      auth.passkey = nil
      auth.suggestedPasskey = nil
      self.auth = auth
    } else {
      return nil
    }
  }
}
