import Composable
import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import NIOCore

/// `POST /event`: an event of an element on the page.
///
/// Answers 204 and lets the stream bring the new page, or the page itself to a tab whose stream is
/// down. An event that brought the right code is answered with the new session's cookie.
struct EventRoute: Sendable {
  let visits: Visits
  let pages: LivePages
  let clock: any ServerClock

  func add(to router: Router<WebContext>) {
    router.post("/event") { request, context in
      guard let session = try await visits.session(of: request, context) else {
        throw HTTPError(.unauthorized)
      }
      let credential = session.tokenHash
      let event = try ForeignForm.json(
        ClientEvent.self, try await request.bytes(upTo: BodyLimit.event))
      // The browser signed in while the body was on its way: an event of the cookie before would act,
      // and see, as the member.
      guard session.tokenHash == credential else { throw HTTPError(.unauthorized) }
      let page = try await pages.page(of: session, at: event.place.flatMap(URL.init(string:)))
      let signIn = SignInRequest(of: session, event: event.id)
      let reception = SignInRequest.$current.withValue(signIn) { page.receive(event) }
      guard reception != .malformed else { throw HTTPError(.badRequest) }

      let token = await token(for: signIn, page)
      if token != nil { await page.untilSignedIn() }
      // The stream was opened with the earlier cookie, and ends; the answer bridges the interval.
      let mayShow = token != nil || event.isStreamDown == true && session.tokenHash == credential
      var response = mayShow ? frame(of: page) : Response(status: .noContent)
      if let token {
        response.setCookie(visits.cookie.setting(token, lasting: true))
      } else {
        visits.keep(session, of: request, with: &response)
      }
      return response
    }
  }

  /// Waits while a code is being verified on this request's behalf.
  private func token(for signIn: SignInRequest, _ page: LivePage) async -> SessionToken? {
    // A verification the feature did not begin would never end.
    if !page.store.withState({ $0.auth.isLoading }) { signIn.settle(nil) }
    return await signIn.token()
  }

  private func frame(of page: LivePage) -> Response {
    let bytes = page.currentFrame().body(at: Int(clamping: clock.now.milliseconds))
    return Response(
      status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension LivePage {
  /// Returns when the store shows the member's pages, or after two seconds.
  fileprivate func untilSignedIn() async {
    let changes = store.changes(of: \.isAuthenticated)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await isSignedIn in changes where isSignedIn { return }
      }
      group.addTask { try? await Task.sleep(for: .seconds(2)) }
      await group.next()
      group.cancelAll()
    }
  }
}
