import HTTPTypes
public import LifeSignalModel

extension APIRoute where Input: Endpoint, Output == Input.Answer {
  public init(_ command: Input.Type) { self.init(Input.name, Input.route) }
}

extension APIRoute where Input: Query, Output == Input.Answer {
  public init(_ query: Input.Type) { self.init(Input.name, Input.route) }
}

extension APIRoute {
  fileprivate init(_ name: String, _ route: Route) {
    self.init(
      route.operation ?? name, HTTPRequest.Method(route.method), route.path, route.summary,
      by: route.access,
      isVital: route.terms.isVital, takesKey: route.takesKey)
  }
}

extension HTTPRequest.Method {
  fileprivate init(_ method: Route.Method) {
    self =
      switch method {
      case .get: .get
      case .post: .post
      case .put: .put
      case .delete: .delete
      }
  }
}

extension Endpoint {
  static var description: APIRouteDescription { APIRoute<Self, Answer>(Self.self).description }
}

extension Query {
  static var description: APIRouteDescription { APIRoute<Self, Answer>(Self.self).description }
}
