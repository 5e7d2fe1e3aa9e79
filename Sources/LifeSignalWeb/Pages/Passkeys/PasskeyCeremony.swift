import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Has the browser ask its device; see `passkey.js`. Nothing is to be seen of it on the page.
struct PasskeyCeremony: HTML {
  enum Kind {
    case create(PasskeyCreation)
    case get(PasskeyRequest)
  }

  let kind: Kind
  let answered: Handler<String>

  var body: some HTML {
    // An element of its own for each question: a module runs once for each element.
    div(
      id: "passkey-\(challenge)", .hidden(true), .module("passkey"),
      .data("ceremony", ceremony), .data("options", options)
    ) {}
    .on(.report, answered)
  }

  private var challenge: String {
    switch kind {
    case .create(let creation): creation.challenge
    case .get(let request): request.challenge
    }
  }

  private var ceremony: String {
    switch kind {
    case .create: "create"
    case .get: "get"
    }
  }

  private var options: String {
    let encoder = JSONEncoder()
    // A page that is written twice must come out the same.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data =
      switch kind {
      case .create(let creation): try? encoder.encode(creation)
      case .get(let request): try? encoder.encode(request)
      }
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
