import HTTPTypes
import Hummingbird
import LifeSignalAPI

/// Which requests of one address share its lanes.
///
/// Check-ins and calls for help have lanes of their own, each kind alone: other requests, whose
/// bodies may come slowly, use none of them.
enum RequestLane: Hashable, Sendable {
  case checkIn, alert, thing, code, callback
  /// A vital route of the API, by its name.
  case api(String)
  case other

  init(of request: Request) {
    switch request.uri.path {
    case "/check-in": self = .checkIn
    case "/alert": self = .alert
    case _ where request.isFromThing: self = .thing
    case _ where request.isFromCarrier: self = .callback
    case _ where request.isOfCheckInCode: self = .code
    case let path:
      self = VitalRoute.name(of: request.method, path).map { .api($0) } ?? .other
    }
  }
}

/// A route of the API that is a sign of life or a call for help.
private struct VitalRoute {
  private let name: String
  private let method: HTTPRequest.Method
  private let parts: [Substring]

  private static let all = APITable.all.filter(\.isVital).map { route in
    VitalRoute(name: route.name, method: route.method, parts: route.fullPath.split(separator: "/"))
  }

  static func name(of method: HTTPRequest.Method, _ path: String) -> String? {
    guard path.hasPrefix(APIVersion.v1.path) else { return nil }
    let parts = path.split(separator: "/")
    return all.first { $0.method == method && $0.includes(parts) }?.name
  }

  private func includes(_ other: [Substring]) -> Bool {
    parts.count == other.count
      && zip(parts, other).allSatisfy { $0.first == "{" || $0 == $1 }
  }
}
