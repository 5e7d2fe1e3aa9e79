import LifeSignalFeatures

/// What is kept of a page nobody has looked at for a while. The rest is read anew.
struct PageSnapshot: Sendable {
  /// The tab a member was on.
  var tab: MainTabFeature.Tab?
  /// How far a visitor had got with signing in: the code may arrive after the phone was locked.
  var auth: AuthFeature.State?

  init?(_ state: AppFeature.State) {
    if state.isAuthenticated {
      tab = state.mainTab?.selectedTab
    } else if state.auth.isVerificationCodeSent || !state.auth.phoneNumber.isEmpty {
      var auth = state.auth
      auth.isLoading = false
      // Whoever opens the page again is asked anew.
      auth.passkey = nil
      auth.suggestedPasskey = nil
      self.auth = auth
    } else {
      return nil
    }
  }
}
