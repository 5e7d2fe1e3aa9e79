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
    switch kind {
    case .create(let creation): passkeyOptions(creation)
    case .get(let request): passkeyOptions(request)
    }
  }
}

/// Has the browser offer passkeys among the suggestions of the field for the number, where it can. It
/// asks for the question itself, so that a browser that cannot costs none; whoever takes a suggestion
/// is signed in, and whoever does not sees nothing of it.
///
/// When the question becomes too old goes along: the page may be loaded anew, and the device may sleep.
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
  // A page that is written twice must come out the same.
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return (try? encoder.encode(options)).map { String(decoding: $0, as: UTF8.self) } ?? ""
}
