/// Every command and query of the HTTP API.
public enum Endpoints {
  public static let commands: [any Endpoint.Type] =
    [
      RenamePasskey.self, RemovePasskey.self,
    ] + pings

  public static let queries: [any Query.Type] =
    [
      GetPasskeys.self
    ] + pingQueries
}
