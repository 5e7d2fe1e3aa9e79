import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel

/// `POST /receipt/<token>/shown` and `…/opened`: a device reports that it showed a message, or that
/// it was opened.
///
/// No session is needed: a notification is shown on a locked phone, long after a session ended. The
/// token permits this report and nothing else, and the answer does not reveal whether there is such
/// a message.
struct ReceiptRoute: Sendable {
  let engine: Engine
  let visits: Visits

  /// Bytes of a token at most; ours have 22.
  private static let longest = 64

  func add(to router: Router<WebContext>) {
    for (name, rung) in [("shown", Rung.shown), ("opened", Rung.opened)] {
      router.post("/receipt/:token/\(name)") { request, context -> Response in
        try visits.limits.countReceipt(from: visits.address(of: request, context))
        let token = try context.parameters.require("token")
        if token.utf8.count <= Self.longest {
          do {
            try await engine.perform(ConfirmReceipt(token: token, rung: rung), by: .visitor)
          } catch is Refusal {
            // Answered as one that is known.
          }
        }
        return Response(status: .noContent)
      }
    }
  }
}
