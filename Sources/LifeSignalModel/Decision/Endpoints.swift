/// Every command and query of the HTTP API.
public enum Endpoints {
  public static let commands: [any Endpoint.Type] = [
    RenamePasskey.self, RemovePasskey.self,
  ]

  public static let queries: [any Query.Type] = [
    GetPasskeys.self
  ]
}
