import LifeSignalFeatures
import LifeSignalModel
import Synchronization

/// The person one client of the API acts for, until they sign out or their session is ended
/// elsewhere.
public final class APISession: Sendable {
  let signInState: SignInState<APICredential?>
  private let feed = Mutex<(session: SessionID, feed: MemberFeed)?>(nil)
  private let save: @Sendable (APICredential?) -> Void

  /// - Parameters:
  ///   - credential: kept from an earlier run.
  ///   - save: keeps it for a later run, where no one else can read it; nil deletes it.
  public init(
    _ credential: APICredential? = nil,
    save: @escaping @Sendable (APICredential?) -> Void = { _ in }
  ) {
    signInState = SignInState(credential)
    self.save = save
  }

  public var credential: APICredential? { signInState.identity }

  func begin(_ credential: APICredential) { become(credential) }

  /// Ends the session with this token; one that has begun in the meantime continues.
  func end(_ token: String) {
    guard credential?.token == token else { return }
    become(nil)
  }

  private func become(_ credential: APICredential?) {
    feed.withLock { $0 = nil }
    signInState.become(credential, save: save)
  }

  /// The feed of this session, one for all its streams; nil if no person is signed in.
  func feed(_ make: (APICredential) -> MemberFeed) -> MemberFeed? {
    feed.withLock { known in
      guard let credential else { return nil }
      if let known, known.session == credential.session { return known.feed }
      let feed = make(credential)
      known = (credential.session, feed)
      return feed
    }
  }
}
