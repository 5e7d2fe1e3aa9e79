/// The commands and queries of the HTTP API that are values.
public enum Endpoints {
  public static let commands: [any Endpoint.Type] =
    [
      RenamePasskey.self, RemovePasskey.self,
    ] + checkInSettings + contacts + travel + pings + notifications

  public static let queries: [any Query.Type] =
    [
      GetPasskeys.self
    ] + checkInSettingsQueries + contactQueries + travelQueries + escalationPlanQueries
    + pingQueries
    + notificationQueries
}
