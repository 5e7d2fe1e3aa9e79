import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Makes the browser send a request to its device; see `passkey.js`. Invisible on the page.
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
    switch kind {
    case .create(let creation): passkeyOptions(creation)
    case .get(let request): passkeyOptions(request)
    }
  }
}

/// Makes the browser offer passkeys among the suggestions of the field for the number, where it
/// can. The browser requests the challenge itself, so that one without passkeys costs none; a
/// person who chooses a suggestion is signed in, and others see nothing of it.
///
/// The element includes the challenge's expiry: the page may be loaded again, and the device may
/// sleep.
struct PasskeySuggestion: HTML {
  let suggestion: AuthFeature.Suggestion?
  let reported: Handler<String>

  var body: some HTML {
    div(
      id: "passkey-suggestion-\(suggestion?.request.challenge ?? "")", .hidden(true),
      .module("passkey"), .data("ceremony", "suggest"),
      .data("options", suggestion.map { passkeyOptions($0.request) } ?? ""),
      .data("until", "\(suggestion?.expiresAt.milliseconds ?? 0)")
    ) {}
    .on(.report, reported)
  }
}

/// As the page's module reads it.
private func passkeyOptions(_ options: some Encodable) -> String {
  let encoder = JSONEncoder()
  // A page that is written twice must be the same both times.
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (try? encoder.encode(options)).map { String(decoding: $0, as: UTF8.self) } ?? ""
}
