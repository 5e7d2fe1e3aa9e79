import HTTPTypes
import Hummingbird
import LifeSignalEngine

/// `POST /sign-out`: ends the session for good, with or without script.
struct SignOutRoute: Sendable {
  private static let clearSiteData = HTTPField.Name("Clear-Site-Data")!  // no words
  let visits: Visits
  let pages: LivePages

  func add(to router: Router<WebContext>) {
    router.post("/sign-out") { request, context in
      if let session = try await visits.session(of: request, context) {
        try await visits.sessions.signOut(session)
        visits.sessions.forget(session)
        pages.close(session)
      }
      var response = Response.redirect(to: "/")
      response.setCookie(visits.cookie.clearing)
      // The browser's cached pages are not for the next person at this device.
      response.headers[Self.clearSiteData] = "\"cache\""
      return response
    }
  }
}
